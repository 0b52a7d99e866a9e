// A festival's page before its opening, while it takes orders and after its close, and the band that leads to it. Its days are within the
// usual span, so that nothing else of the shop changes for other tests.
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, formatDateTime, fullDayText } from "@/lib/dates";
import { page, textOf } from "./forms";
import { anAdmin, aSweet, base, call, shopDay, unique } from "./shop";

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const HOUR = 3600;
let days: string[];

async function save(value: object[]) {
  const token = await anAdmin();
  const { version } = (await call("GET", "/admin/settings", { token })).body.festivals;
  const answer = await call("PUT", "/admin/settings/festivals", { token, body: { version, value } });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
}
const name = unique("Festival ");
const festival = (slug: string, opensIn: number, closesIn: number, fields: object = {}) => ({
  ...{ slug, name: `${name} ${slug}`, text: "Boxes for everyone.\n\nMade that morning.", days, sweets: [first.id] },
  ...{ opensAt: at(opensIn), closesAt: at(closesIn), ...fields },
});
const shows = (path: string, text: string, wanted = true) =>
  expect.poll(async () => textOf(await page(path)).includes(text), { timeout: 10_000, interval: 100 }).toBe(wanted);
const dataOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(([, json = ""]) =>
    JSON.parse(json),
  );

let first: { id: number; name: string; slug: string };
let second: typeof first;
let deleted: typeof first;
beforeAll(async () => {
  const today = await shopDay();
  days = [addDays(today, 2), addDays(today, 3)];
  [first, second, deleted] = [await aSweet(), await aSweet({ price: 250 }), await aSweet()];
});
afterAll(() => save([]));

test("the page says in each state when orders are taken, and lists the sweets in their order", async () => {
  await call("DELETE", `/sweets/${deleted.id}`, { token: await anAdmin() });
  const sweets = [second.id, deleted.id, first.id];
  const [before, open, closed] = [
    festival("before", 48 * HOUR, 96 * HOUR),
    festival("open", -HOUR, HOUR, { sweets }),
    festival("closed", -2 * HOUR, -HOUR, { text: null }),
  ] as const;
  await save([before, open, closed]);
  await shows("/festivals/before", "Orders open on ");
  expect(textOf(await page("/festivals/before"))).not.toContain("Order for");

  const html = await page("/festivals/open");
  const text = textOf(html);
  expect(/<h1[^>]*>([^<]*)</.exec(html)?.[1]).toBe(open.name);
  for (const words of [
    `Order until ${formatDateTime(open.closesAt)}.`,
    "Boxes for everyone.",
    ...days.map(fullDayText),
  ])
    expect(text).toContain(words);
  for (const day of days) expect(html).toContain(`href="?day=${day}"`);
  expect(/<a [^>]*aria-current[^>]*>/.exec(html)?.[0]).toContain(`href="?day=${days[0]}"`);
  expect(html.match(/<input[^>]* name="day"[^>]*>/g)?.map((input) => /value="([^"]*)"/.exec(input)?.[1])).toEqual([
    days[0],
    days[0],
  ]);
  const cards = html.split("<article").slice(1);
  expect(cards.map((card) => /\/products\/([a-z0-9-]+)"/.exec(card)?.[1])).toEqual([second.slug, first.slug]);

  const after = await page("/festivals/closed");
  expect(textOf(after)).toContain(`Orders for ${closed.name} are closed.`);
  expect(after).toMatch(/are closed\.[^§]{0,300}<a href="tel:\+?\d+"/);
  expect(after).not.toContain("?day=");
  for (const path of ["before", "closed"])
    expect(textOf(await page(`/festivals/${path}`))).not.toContain("Add to Cart");
  for (const path of ["/festivals/none", "/festivals"]) expect((await fetch(base + path)).status).toBe(404);
});

test("a day that cannot be ordered is not offered, and without any the page says so and sells nothing", async () => {
  const token = await anAdmin();
  const planned = await aSweet();
  const path = `/admin/plans/${planned.id}`;
  const week = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, 0]));
  await call("PUT", path, { token, body: { week, orderBy: { days: 1, time: "20:00" }, force: false } });
  await call("PUT", `${path}/${days[1]}`, { token, body: { capacity: 4, force: false } });
  await save([
    festival("one", -HOUR, HOUR, { sweets: [planned.id] }),
    festival("over", -HOUR, HOUR, { days: [addDays(days[0] ?? "", -9)] }),
  ]);
  await shows("/festivals/one", planned.name);
  const html = await page("/festivals/one");
  expect([html.includes(`?day=${days[0]}`), html.includes(`?day=${days[1]}`)]).toEqual([false, true]);
  expect(textOf(html)).toContain("Quantity Available: 4");
  const over = textOf(await page("/festivals/over"));
  expect(over).toContain(`No day of ${name} over can be ordered any more.`);
  expect(over).not.toContain("Add to Cart");
});

test("search engines find it, with what can be bought of its sweets", async () => {
  const open = festival("found", -HOUR, HOUR, { sweets: [second.id] });
  await save([open, festival("later", HOUR, 2 * HOUR)]);
  await shows("/festivals/found", open.name);
  const html = await page("/festivals/found");
  const [collection, crumbs] = ["CollectionPage", "BreadcrumbList"].map((type) =>
    dataOf(html).find((item) => item["@type"] === type),
  );
  expect(collection).toMatchObject({ name: open.name, url: `${base}/festivals/found` });
  expect(collection.mainEntity.itemListElement[0].item).toMatchObject({
    name: second.name,
    offers: { price: "250.00", availability: "https://schema.org/InStock" },
  });
  expect(crumbs.itemListElement).toHaveLength(2);
  expect(html).toContain(`<link rel="canonical" href="${base}/festivals/found"`);
  expect(html).toContain(`<title>${open.name} · Mithaas</title>`);
  const map = await page("/sitemap.xml");
  for (const slug of ["found", "later"]) expect(map).toContain(`${base}/festivals/${slug}<`);
});

test("home and lists lead to the two that close first, from the opening to the close, and at once after saving", async () => {
  const lists = ["/home", "/products", "/products?category=Cakes", "/products?search=barfi"];
  const bandsOf = async (path: string) =>
    [...(await page(path)).matchAll(/<a href="\/festivals\/([a-z]+)" class="banner/g)].map(([, slug]) => slug);
  // One closes and another opens, when every list has been made before that: with more time when there was too little.
  for (let seconds = 1, isTooLate = true; isTooLate; seconds *= 2) {
    const change = Date.now() + seconds * 1000;
    const open = [festival("third", -1, 9 * HOUR), festival("next", -1, 2 * HOUR)];
    await save([...open, festival("soon", seconds, HOUR), festival("ending", -1, seconds)]);
    for (const path of lists) {
      const bands = async () => (Date.now() < change ? bandsOf(path) : "too late");
      await expect.poll(bands, { timeout: 10_000 }).toBeOneOf([["ending", "next"], "too late"]);
    }
    isTooLate = Date.now() >= change;
  }
  for (const path of lists) await expect.poll(() => bandsOf(path), { timeout: 10_000 }).toEqual(["soon", "next"]);
  await shows("/festivals/soon", "Order until");
  await shows("/festivals/ending", "are closed.");
  expect(await bandsOf("/about")).toEqual([]);
  await save([]);
  for (const path of lists) await expect.poll(() => bandsOf(path), { timeout: 10_000 }).toEqual([]);
});

test("a change of a sweet is on the festival's page", async () => {
  await save([festival("fresh", -HOUR, HOUR)]);
  await shows("/festivals/fresh", first.name);
  await call("PUT", `/sweets/${first.id}`, { token: await anAdmin(), body: { name: `${first.name} Royale` } });
  await shows("/festivals/fresh", `${first.name} Royale`);
});
