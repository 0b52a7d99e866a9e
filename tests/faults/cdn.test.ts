// A shop behind a CDN (docs/decisions/0023-cdn-purged-by-tags.md): what it names, when it purges, and a CDN that is away. Slow: a purge
// is repeated after some seconds, and what was missed is purged when the database is back.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../support/sql";
import { database } from "./database";
import { anInstance, anOwner, aSweetBy, call, figure, type Instance, until } from "./shop";

let server: Server;
/** The tags of each purge, and the page's price at that moment as the shop shows it. */
let purges: { tags: string[]; shown: string | undefined }[] = [];
let status = 200;
let watched: string | undefined;
let shop: Instance;
let owner: string;
const TOKEN = "a-secret-token";

const shownPrice = async () =>
  watched ? /₹([\d,]+)/.exec((await call(shop, "GET", watched)).body as string)?.[1] : undefined;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const isOurs = request.method === "PURGE" && request.headers.authorization === `Bearer ${TOKEN}`;
    purges.push({
      tags: isOurs ? (request.headers.xkey?.toString().split(" ") ?? []) : ["not authorised"],
      shown: await shownPrice(),
    });
    response.writeHead(status).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  shop = await anInstance({
    CDN_PURGE: "varnish",
    CDN_PURGE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    CDN_PURGE_TOKEN: TOKEN,
  });
  owner = await anOwner(shop);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [status, watched, purges] = [200, undefined, []];
});
/** Until what was changed before has been purged, the second time too. */
async function settled() {
  const { slug } = await aSweetBy(shop, owner);
  await until(() => purges.filter(({ tags }) => tags.includes(`shop-products-${slug}`)).length >= 2);
  purges = [];
}

test("everything is purged at the start, when nobody knows what was missed", async () => {
  const other = await anInstance({
    CDN_PURGE: "varnish",
    CDN_PURGE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    CDN_PURGE_TOKEN: TOKEN,
  });
  await until(() => purges.some(({ tags }) => tags.includes("shop")));
  await other.stop();
});

test("public pages name their tags, and nothing else does", async () => {
  const sweet = await aSweetBy(shop, owner);
  const tagsOf = async (path: string) => (await call(shop, "GET", path)).headers.get("xkey");
  expect(await tagsOf(`/products/${sweet.slug}`)).toBe(`shop shop-data shop-products-${sweet.slug}`);
  expect(await tagsOf(`/products/${sweet.slug}?pack=1`)).toBe(`shop shop-data shop-products-${sweet.slug}`);
  expect(await tagsOf("/products?category=Cakes")).toBe("shop shop-data shop-list-cakes");
  expect(await tagsOf("/products/no-such-sweet")).toBe("shop shop-data shop-products-no-such-sweet");
  expect(await tagsOf(`/products/${"x".repeat(300)}`)).toBe("shop shop-data");
  expect(await tagsOf("/about")).toBe("shop");
  // What is sent again by the response cache, and as data for the browser's router.
  await until(async () => (await call(shop, "GET", "/about")).headers.get("x-nextjs-cache") === "HIT");
  expect(await tagsOf("/about")).toBe("shop");
  const data = await call(shop, "GET", "/about?_rsc=", { headers: { rsc: "1" } });
  expect([data.headers.get("content-type"), data.headers.get("xkey")]).toEqual(["text/x-component", "shop"]);
  for (const path of ["/api/sweets", "/cart", "/account/viewer", "/login", "/no-such-page", "/products?search=a"])
    expect([path, await tagsOf(path)].join()).toMatch(/,(shop)?$/);
});

test("a changed price is purged when the shop itself shows the new one, then once more; other pages are not", async () => {
  const [sweet, other] = [
    await aSweetBy(shop, owner, { price: 111 }),
    await aSweetBy(shop, owner, { category: "Dry Fruits" }),
  ];
  await settled();
  watched = `/products/${sweet.slug}`;
  expect(await shownPrice()).toBe("111");
  const started = performance.now();
  await call(shop, "PUT", `/api/sweets/${sweet.id}`, { token: owner, body: { price: 222 } });
  const mine = () =>
    purges.filter(({ tags, shown }) => tags.includes(`shop-products-${sweet.slug}`) && shown === "222");
  await until(() => mine().length > 0);
  figure("a changed price purged from the CDN", performance.now() - started, 1_500);
  await until(() => mine().length > 1);
  const [{ tags } = { tags: [] }] = mine();
  expect(tags).toEqual(
    expect.arrayContaining(["shop-home", "shop-categories", "shop-list-all", "shop-list-cakes", "shop-sitemap.xml"]),
  );
  expect(tags).not.toContain("shop-list-traditional-sweets");
  expect(purges.flatMap((purge) => purge.tags)).not.toContain(`shop-products-${other.slug}`);
});

test("a sale that changes no page purges nothing, and a burst of sales few times", async () => {
  const sweet = await aSweetBy(shop, owner, { stock: 1_000 });
  await settled();
  const sell = (quantity: number) =>
    call(shop, "POST", `/api/sweets/${sweet.id}/purchase`, { token: owner, body: { quantity } });
  for (let i = 0; i < 20; i++) expect((await sell(1)).status).toBe(200);
  const mark = await aSweetBy(shop, owner);
  await until(() => purges.some(({ tags }) => tags.includes(`shop-products-${mark.slug}`)));
  expect(purges.flatMap(({ tags }) => tags).filter((tag) => tag === `shop-products-${sweet.slug}`).length).toBeLessThan(
    2,
  );
  // Sold out: that is on its pages.
  await sell(980);
  await until(() => purges.some(({ tags }) => tags.includes(`shop-products-${sweet.slug}`)));
});

test("500 changes in a second or two are a few requests", async () => {
  const sweets = await sql<{ id: number; slug: string }[]>`select id, slug from sweets order by id limit 50`;
  for (let i = 1; i <= 10; i++)
    await Promise.all(sweets.map(({ id }) => sql`update sweets set featured = not featured where id = ${id}`));
  const purged = () => new Set(purges.flatMap(({ tags }) => tags));
  await until(() => purged().has("shop") || sweets.every(({ slug }) => purged().has(`shop-products-${slug}`)));
  console.log(`500 changes: ${purges.length} purges`);
  expect(purges.length).toBeLessThan(100);
});

test("the CDN refuses, or the database is away: the shop goes on, and what was missed is purged when they are back", async () => {
  const sweet = await aSweetBy(shop, owner, { price: 333 });
  status = 403;
  await call(shop, "PUT", `/api/sweets/${sweet.id}`, { token: owner, body: { price: 444 } });
  await until(() => purges.length > 1);
  const { body } = await call(shop, "GET", `/products/${sweet.slug}`);
  expect(body).toContain("₹444");
  [status, purges] = [200, []];
  await until(() => purges.some(({ tags }) => tags.includes(`shop-products-${sweet.slug}`)));
  await database.stop();
  await database.start();
  await until(() => purges.some(({ tags }) => tags.includes("shop")));
});

test("a stop sends what is still to be purged", async () => {
  const sweet = await aSweetBy(shop, owner);
  const tag = `shop-products-${sweet.slug}`;
  const count = () => purges.filter(({ tags }) => tags.includes(tag)).length;
  await until(() => count() === 1);
  expect(await shop.stop()).toBe(0);
  expect(count()).toBe(2);
});
