// A network that drops every packet between the shop and its database: neither side learns of it, and no connection ends. Slow: lost
// packets are noticed only by the limits of the driver.
import { encode } from "next-auth/jwt";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectStockRight } from "../support/database";
import { parseMetrics, sumOf } from "../support/metrics";
import { sql } from "../support/sql";
import { aNetwork, type Loss } from "./network";
import {
  aStockedInstance,
  call,
  expectUnavailable,
  figure,
  type Instance,
  order,
  type Person,
  sleep,
  until,
} from "./shop";

let network: Awaited<ReturnType<typeof aNetwork>>;
let shop: Instance;
let owner: string;
let person: Person;
let sweet: { id: number; slug: string };
const METRICS_TOKEN = "token-of-the-metrics";
const SESSION_COOKIE = "authjs.session-token";
const cookieOf = async (sid: string) =>
  `${SESSION_COOKIE}=${await encode({ token: { sid }, secret: process.env.AUTH_SECRET ?? "", salt: SESSION_COOKIE })}`;
/** Whether the metrics say that the database is there. They are answered at once, also when it is not. */
async function isDatabaseUp() {
  const { status, body, ms } = await call(shop, "GET", "/api/metrics", { token: METRICS_TOKEN });
  expect([status, ms < 1_500]).toEqual([200, true]);
  return sumOf(parseMetrics(String(body)), "mithaas_database_up");
}
/** A browser's session of the customer and of the owner. */
let cookies: { person: string; owner: string };
beforeAll(async () => {
  network = await aNetwork(process.env.DATABASE_URL ?? "");
  ({ shop, owner, person, sweet } = await aStockedInstance({ DATABASE_URL: network.url, METRICS_TOKEN }));
  cookies = { person: await cookieOf(person.token), owner: await cookieOf(owner) };
});
afterEach(() => network.restore());
afterAll(async () => {
  await network.end();
  await expectStockRight();
});

const contact = (subject: string) =>
  call(shop, "POST", "/api/contact", {
    body: { name: "Asha", email: person.email, phone: "9820000000", subject, message: "Do you deliver?" },
  });
const restock = (key: string) =>
  call(shop, "POST", `/api/sweets/${sweet.id}/restock`, {
    token: owner,
    body: { quantity: 7 },
    headers: { "idempotency-key": key },
  });

const api = (key: string) => [
  call(shop, "GET", "/api/sweets"),
  call(shop, "GET", `/api/sweets/${sweet.id}`),
  call(shop, "GET", "/api/orders", { token: person.token }),
  call(shop, "GET", "/api/admin/stats", { token: owner }),
  order(shop, person.token, [sweet.id], key),
  restock(key),
  call(shop, "POST", "/api/cart/reserve", { body: { productId: sweet.id } }),
  contact(key),
];
const pages = () => [
  call(shop, "GET", "/cart", { cookie: cookies.person }),
  call(shop, "GET", "/orders", { cookie: cookies.person }),
  call(shop, "GET", "/admin", { cookie: cookies.owner }),
  call(shop, "GET", "/products?search=kaju"),
];
const cached = () => ["/home", "/products", `/products/${sweet.slug}`].map((page) => call(shop, "GET", page));
const count = async (table: "contact" | "restock" | "order", key: string) => {
  const [row] = await (table === "contact"
    ? sql`select count(*)::int as n from enquiries where subject = ${key}`
    : table === "restock"
      ? sql`select count(*)::int as n from stock_ledger where sweet_id = ${sweet.id} and reason = 'restock'`
      : sql`select count(*)::int as n from orders o join users u on u.id = o.user_id where u.email = ${person.email}`);
  return row?.n as number;
};

describe.each<{ what: Loss }>([{ what: "established" }, { what: "new" }])(
  "packets of $what connections are lost",
  ({ what }) => {
    test("the first are answered in 6 s, all others within 1 s until it is back, then orders go on and none is made twice", async () => {
      const key = `lost-${what}`;
      // What a new sweet expired has been made again by now.
      await until(async () =>
        (await Promise.all(cached())).every(({ headers }) => headers.get("x-nextjs-cache") === "HIT"),
      );
      for (const answer of await Promise.all([...pages(), ...cached()])) expect(answer.status).toBe(200);
      const before = { orders: await count("order", key), restocks: await count("restock", key) };
      await network.lose(what);

      const [first, shown, known] = await Promise.all([
        Promise.all(api(key)),
        Promise.all(pages()),
        Promise.all(cached()),
      ]);
      for (const answer of first) expectUnavailable(answer);
      figure(`${what}: first answers`, Math.max(...[...first, ...shown].map(({ ms }) => ms)), 6_000);
      for (const { ms, body } of [...first, ...shown])
        expect([ms < 8_000, typeof body]).toEqual([true, expect.any(String)]);
      for (const { status } of known) expect(status).toBe(200);

      // Under load, too: what is refused at once fills neither the writes' row nor the pool.
      let slowest = 0;
      for (let round = 0; round < 5; round++) {
        const answers = await Promise.all([...api(key), ...api(key), ...api(key)]);
        for (const answer of answers) expectUnavailable(answer);
        const screens = await Promise.all(pages());
        expect((await Promise.all(cached())).map(({ status }) => status)).toEqual([200, 200, 200]);
        slowest = Math.max(slowest, ...[...answers, ...screens].map(({ ms }) => ms));
        await sleep(400);
      }
      figure(`${what}: further answers`, slowest, 1_000);
      expect(slowest).toBeLessThan(3_000);
      const health = await call(shop, "GET", "/api/health");
      expect([health.status, health.body]).toEqual([503, { status: "unavailable" }]);
      expect(health.ms).toBeLessThan(1_500);
      expect(await isDatabaseUp()).toBe(0);

      await network.restore();
      const back = await until(async () => (await order(shop, person.token, [sweet.id], key)).status === 201);
      figure(`${what}: back after`, back, 2_000);
      expect(back).toBeLessThan(6_000);
      expect((await call(shop, "GET", "/api/health")).status).toBe(200);
      await until(async () => (await isDatabaseUp()) === 1);
      const after = await Promise.all([...api(key), ...pages(), ...cached()]);
      expect(after.map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
      expect(await count("order", key)).toBe(before.orders + 1);
      expect(await count("restock", key)).toBe(before.restocks + 1);
      expect(await count("contact", key)).toBe(1);
      await expectStockRight();
    });
  },
);
