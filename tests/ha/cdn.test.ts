// Two shops behind a Varnish with docs/cdn/varnish.vcl: what is stored, what is purged, and what nobody can have it store
// (docs/operations.md#a-cdn).
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "@/scripts/ports";
import { EVERY_PAGE } from "@/server/cdn/vendors";
import { makeDatabase } from "../support/postgres";
import { makeTemplate } from "../support/postgres-template";
import { findProgram, type Program, until } from "./support/programs";
import { anOwner, aShop, purges, type Shop, startRecorder, stopRecorder } from "./support/shops-behind-varnish";
import { ask, findXkey, type Got, PURGE_TOKEN, startVarnish } from "./support/varnish";

/** Pages that are stored for a second only, so that a test need not wait for five minutes. */
const SHORT = `if (bereq.url ~ "^/(faq|terms)") { set beresp.ttl = 1s; }`;

let port: number;
let database: string;
let shops: [Shop, Shop];
let varnish: Program;
let owner: string;

beforeAll(async () => {
  findProgram("varnishd");
  findXkey();
  const server = process.env.TEST_DATABASE_URL ?? "";
  await makeTemplate(server);
  database = await makeDatabase(server, `cdn_${randomBytes(4).toString("hex")}`);
  port = await freePort();
  await startRecorder();
  shops = [await aShop(database, port, PURGE_TOKEN, "/1"), await aShop(database, port, PURGE_TOKEN, "/2")];
  varnish = await startVarnish(port, [shops[0].port, shops[1].port], SHORT);
  owner = await anOwner(shops[0], database);
  await settled();
});
afterAll(async () => {
  await varnish?.stop();
  await Promise.all((shops ?? []).map((shop) => shop.stop()));
  stopRecorder();
});

const get = (path: string, headers: Record<string, string> = {}) => ask(port, path, { headers });

/** A call of the API, at a shop itself. */
async function call(shop: Shop, method: string, path: string, body?: object): Promise<any> {
  const headers = { authorization: `Bearer ${owner}`, "content-type": "application/json" };
  const { status, text } = await ask(shop.port, path, { method, headers, body: body && JSON.stringify(body) });
  expect([path, status < 300, text]).toEqual([path, true, text]);
  return JSON.parse(text);
}
const aSweet = (fields: object = {}): Promise<{ id: number; slug: string; name: string }> =>
  call(shops[0], "POST", "/api/sweets", {
    name: `Sweet ${randomBytes(5).toString("hex")}`,
    category: "Cakes",
    description: "For a test.",
    price: 100,
    stock: 1000,
    ...fields,
  });
const setPrice = (shop: Shop, { id }: { id: number }, price: number) =>
  call(shop, "PUT", `/api/sweets/${id}`, { price });

/** The page as it is stored: asked for until it is. */
async function stored(path: string, headers: Record<string, string> = {}): Promise<Got> {
  let got = await get(path, headers);
  await until(async () => {
    got = await get(path, headers);
    return got.isHit;
  });
  return got;
}

/**
 * Until what was changed before has been purged by both shops, the second time too. While a shop waits to purge every page, it does not
 * name the tag of a sweet.
 */
async function settled() {
  const before = purges.length;
  const { slug } = await aSweet();
  const isTwice = (shop: string, tag: string) =>
    purges.slice(before).filter((purge) => purge.shop === shop && purge.tags.includes(tag)).length >= 2;
  const isDone = (shop: string) => isTwice(shop, `shop-products-${slug}`) || isTwice(shop, EVERY_PAGE);
  await until(() => isDone("/1") && isDone("/2"));
}

const figure = (what: string, ms: number) => console.log(`${what}: ${Math.round(ms)} ms`);

test("a second visit is answered without a shop, whatever cookies and campaigns the visitor brings", async () => {
  const { slug } = await aSweet();
  for (const path of ["/home", "/products", "/products?category=Cakes", `/products/${slug}`, "/about", "/logo.svg"]) {
    const first = await stored(path);
    expect([path, first.status, first.headers["set-cookie"], first.headers.xkey]).toEqual([
      path,
      200,
      undefined,
      undefined,
    ]);
    const cookie = "authjs.session-token=somebody; mithaas_cart=0123; mithaas_viewer=x";
    const again = await get(path, { cookie });
    expect([path, again.isHit, again.text === first.text]).toEqual([path, true, true]);
    const [before, after] = path.includes("?") ? ["&", ""] : ["?", ""];
    const campaign = await get(`${path}${before}utm_source=mail&gclid=1${after}`);
    expect([path, campaign.isHit, campaign.text === first.text]).toEqual([path, true, true]);
  }
});

test.each([0, 1])(
  "a price that is changed through shop %i is on the CDN's pages within 3 s, and other pages stay",
  async (i) => {
    const sweet = await aSweet({ price: 111 });
    const other = await call(shops[0], "GET", "/api/sweets?category=Dry%20Fruits&limit=1");
    const kept = [`/products/${(other.items ?? other)[0].slug}`, "/about", "/contact", "/products?category=Dry+Fruits"];
    const pages = [
      `/products/${sweet.slug}`,
      `/products/${sweet.slug}?pack=1`,
      "/products",
      "/products?category=Cakes",
    ];
    await settled();
    for (const path of [...pages, ...kept]) await stored(path);
    await setPrice(shops[i] as Shop, sweet, 222);
    const started = performance.now();
    for (const path of pages) await until(async () => (await get(path)).text.includes("₹222"));
    const took = performance.now() - started;
    figure(`a changed price on ${pages.length} pages of the CDN (goal 3000 ms)`, took);
    expect(took).toBeLessThan(30_000);
    for (const path of kept) expect([path, (await get(path)).isHit]).toEqual([path, true]);
  },
);

test("pages that are looked at without a pause end with the newest price, through whichever shop it was changed", async () => {
  const sweet = await aSweet({ price: 1001 });
  const path = `/products/${sweet.slug}`;
  let open = true;
  let looks = 0;
  const watching = Promise.all(
    Array.from({ length: 8 }, async (_, i) => {
      for (; open; looks++) await get(`${path}?pack=${i}`);
    }),
  );
  let slowest = 0;
  for (let price = 1002; price <= 1009; price++) {
    await setPrice(shops[price % 2] as Shop, sweet, price);
    const shown = `₹1,00${price % 10}`;
    slowest = Math.max(slowest, await until(async () => (await get(path)).text.includes(shown)));
  }
  await settled();
  for (let i = 0; i < 8; i++) expect((await get(`${path}?pack=${i}`)).text).toContain("₹1,009");
  open = false;
  await watching;
  figure(`the slowest of 8 changes, during ${looks} looks`, slowest);
});

test("a change of the settings is on every page", async () => {
  const paths = ["/home", "/about", "/products", "/faq", "/products/no-such-sweet"];
  for (const path of paths) await stored(path);
  const { shop } = await call(shops[0], "GET", "/api/admin/settings");
  const value = { ...shop.value, fssai: "20000000000001" };
  await call(shops[1], "PUT", "/api/admin/settings/shop", { version: shop.version, value });
  const started = performance.now();
  for (const path of paths) await until(async () => (await get(path)).text.includes("20000000000001"));
  figure(`a fact on ${paths.length} pages of the CDN (goal 3000 ms)`, performance.now() - started);
  await settled();
  for (const path of paths) expect((await get(path)).text).toContain("20000000000001");
});

test("what belongs to a visitor, searches and the API always ask a shop", async () => {
  for (const path of [
    "/cart",
    "/login",
    "/account/viewer",
    "/cart/state",
    "/products?search=laddoo",
    "/api/sweets",
    "/api/stock?ids=1",
    "/account.css",
    "/orders/1/x.css",
    "/account/viewer.css",
    "/cart/x.svg",
    "/no-such-page",
  ])
    for (const cookie of ["a=1", "a=1", "a=2"])
      expect([path, (await get(path, { cookie })).isHit]).toEqual([path, false]);
});

test("each encoding is the page, and the browser's router has its own", async () => {
  const { slug, name } = await aSweet();
  await settled();
  const path = `/products/${slug}`;
  // The router's data comes first: whoever ignores Vary would store it for the page.
  const data = await stored(`${path}?_rsc=`, { rsc: "1" });
  expect(data.headers["content-type"]).toBe("text/x-component");
  expect((await get(path, { rsc: "1" })).status).toBe(307);
  for (const encoding of ["br", "gzip", "identity", "gzip, deflate, br;q=0", "br;q=1.0, gzip;q=0.8"]) {
    const got = await stored(path, { "accept-encoding": encoding });
    const expected = /gzip, deflate/.test(encoding) ? "gzip" : /^br/.test(encoding) ? "br" : encoding;
    expect([encoding, got.headers["content-encoding"] ?? "identity"]).toEqual([encoding, expected]);
    expect(got.headers["content-type"]).toBe("text/html; charset=utf-8");
    // Not compared byte by byte: two shops cut the data for React into scripts as it comes.
    expect([encoding, got.text.includes(`<h1`) && got.text.includes(name), got.text.endsWith("</html>")]).toEqual([
      encoding,
      true,
      true,
    ]);
  }
  expect((await stored(`${path}?_rsc=`, { rsc: "1" })).text).toBe(data.text);
  const head = await ask(port, path, { method: "HEAD" });
  expect([head.status, head.isHit, head.text]).toEqual([200, true, ""]);
  const etag = (await get(path)).headers.etag ?? "";
  expect((await get(path, { "if-none-match": etag })).status).toBe(304);
});

test("nobody can have it store something for others", async () => {
  const attacks: [Record<string, string>, string][] = [
    [{ "x-forwarded-host": "evil.example" }, ""],
    [{ "x-forwarded-host": "evil.example", "x-forwarded-proto": "http", forwarded: "host=evil.example" }, ""],
    [{ "x-original-url": "/evil.example", "x-rewrite-url": "/evil.example", "x-http-method-override": "PUT" }, ""],
    [{ xkey: "evil.example", "surrogate-key": "evil.example" }, ""],
    [{ "content-type": "multipart/form-data; boundary=evil.example" }, ""],
    [{ "next-action": "evil.example" }, ""],
    [{ rsc: "1" }, ""],
    [{ rsc: "1", "next-router-prefetch": "1" }, "?_rsc=evil.example"],
    [{ "x-middleware-prefetch": "1", purpose: "prefetch", "x-nextjs-data": "1" }, ""],
    [{ cookie: "mithaas_viewer=evil.example; theme=evil.example" }, ""],
    [{}, "?pack=1%22%3Eevil.example&utm_source=evil.example"],
    [{ range: "bytes=0-9" }, ""],
    [{ "accept-encoding": "evil.example, br;q=0" }, ""],
  ];
  for (const [headers, query] of attacks) {
    const { slug, name } = await aSweet();
    for (let i = 0; i < 2; i++) await get(`/products/${slug}${query}`, headers);
    const { status, text, headers: given } = await get(`/products/${slug}`);
    expect([headers, status, given["content-type"]]).toEqual([headers, 200, "text/html; charset=utf-8"]);
    expect([headers, text.includes(name), text.includes("</html>"), text.includes("evil.example")]).toEqual([
      headers,
      true,
      true,
      false,
    ]);
  }
  await stored("/about");
  const purge = (headers: Record<string, string>) => ask(port, "/about", { method: "PURGE", headers });
  expect((await purge({ xkey: "shop" })).status).toBe(403);
  expect((await purge({ xkey: "shop", authorization: "Bearer guessed" })).status).toBe(403);
  expect((await get("/about")).isHit).toBe(true);
  expect((await purge({ xkey: "shop", authorization: `Bearer ${PURGE_TOKEN}` })).status).toBe(200);
  expect((await get("/about")).isHit).toBe(false);
});

test("a purge that is refused: the page is as old as it may be, the shop goes on and says so once", async () => {
  const other = await freePort();
  const shop = await aShop(database, other, "a-wrong-token", "/3");
  const second = await startVarnish(other, [shop.port, shop.port], "set beresp.ttl = 3s; set beresp.grace = 0s;");
  const sweet = await aSweet({ price: 111 });
  const shown = async () => /₹(\d+)/.exec((await ask(other, `/products/${sweet.slug}`)).text)?.[1];
  await until(async () => (await shown()) === "111");
  await setPrice(shops[0], sweet, 222);
  figure(
    "a changed price that was not purged, where pages are stored for 3 s",
    await until(async () => (await shown()) === "222"),
  );
  const lines = fs
    .readFileSync(shop.log, "utf8")
    .split("\n")
    .filter((line) => line.includes('"cdn"'));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ state: "cannot be purged", error: "it answers 403" });
  await second.stop();
  await shop.stop();
});

test("how much it takes off the shops: visits with a price changed every second, and requests a second", async () => {
  const list = await call(shops[0], "GET", "/api/sweets?limit=60");
  const slugs: string[] = (list.items ?? list).map(({ slug }: { slug: string }) => slug);
  const pages = ["/home", "/products", "/categories", ...slugs.map((slug) => `/products/${slug}`)];
  const sweet = await aSweet();
  let [hits, visits, open] = [0, 0, true];
  const changing = (async () => {
    for (let price = 100; open; price++) {
      await setPrice(shops[price % 2] as Shop, sweet, price);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  })();
  const end = performance.now() + 15_000;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (performance.now() < end) {
        const page = pages[Math.floor(pages.length * Math.random() ** 2)] ?? "/home";
        visits++;
        if ((await get(page)).isHit) hits++;
      }
    }),
  );
  open = false;
  await changing;
  console.log(`${visits} visits of ${pages.length} pages: ${((100 * hits) / visits).toFixed(1)} % hits`);
  expect(hits / visits).toBeGreaterThan(0.5);

  await settled();
  const headers = { "accept-encoding": "br" };
  for (const page of pages) {
    await stored(page, headers);
    for (let i = 0; i < 2; i++) await ask(shops[0].port, page, { headers });
  }
  const rate = async (to: number) => {
    const until = performance.now() + 3_000;
    let answered = 0;
    await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        for (let n = i; performance.now() < until; n++)
          if ((await ask(to, pages[n % pages.length] ?? "/home", { method: "HEAD", headers })).status === 200)
            answered++;
      }),
    );
    return answered / 3;
  };
  const ratios = [];
  for (let round = 0; round < 3; round++) {
    const [through, direct] = [await rate(port), await rate(shops[0].port)];
    ratios.push(through / direct);
    console.log(`requests a second: through Varnish ${through.toFixed(0)}, one shop itself ${direct.toFixed(0)}`);
  }
  console.log(`median ratio ${ratios.toSorted((a, b) => a - b)[1]?.toFixed(2)}`);
});

test("an old page is sent at once while the new one is fetched", async () => {
  await stored("/terms");
  let last = 0;
  await until(async () => {
    const { isHit, headers } = await get("/terms");
    expect(isHit).toBe(true);
    const isRenewed = Number(headers.age) < last;
    last = Number(headers.age);
    return isRenewed;
  });
});

test("while all shops are down, pages that are stored go on, old ones too", async () => {
  await settled();
  for (const path of ["/home", "/faq"]) await stored(path);
  await Promise.all(shops.map((shop) => shop.stop()));
  await until(async () => Number((await get("/faq")).headers.age) > 2);
  for (const path of ["/home", "/faq"]) {
    const got = await get(path);
    expect([path, got.status, got.isHit, got.text.includes("</html>")]).toEqual([path, 200, true, true]);
  }
  expect((await get("/cart")).status).toBe(503);
});
