// nightly: lost packets are noticed only by the limits of the driver; guards db/client.ts, db/connection-monitor.ts, lib/http/deadline.ts, server/jobs/database-state.ts
// A network that drops every packet between the shop and its database: neither side learns of it, and no connection ends.
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { connectionOptions } from "@/db/client";
import { expectStockRight } from "../support/database";
import { parseMetrics, sumOf } from "../support/metrics";
import { sql } from "../support/sql";
import { aNetwork, type Loss } from "./network";
import {
  aStockedInstance,
  call,
  contact,
  cookieOf,
  expectUnavailable,
  type Instance,
  order,
  type Person,
  until,
  untilHealthy,
} from "./shop";

let network: Awaited<ReturnType<typeof aNetwork>>;
let shop: Instance;
let owner: string;
let person: Person;
let sweet: { id: number; slug: string };
/** Browsers of the customer and of the owner. */
let cookies: { person: string; owner: string };
const METRICS_TOKEN = "token-of-the-metrics";
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

/** Whether the metrics say that the database is there. */
async function isDatabaseUp() {
  const { status, body } = await call(shop, "GET", "/api/metrics", { token: METRICS_TOKEN });
  expect(status).toBe(200);
  return sumOf(parseMetrics(String(body)), "mithaas_database_up");
}
/** What is asked now is answered before one that waits for the database would have given up. */
async function atOnce<T>(answers: () => Promise<T>): Promise<T> {
  let isGivenUp = false;
  const waiting = postgres(network.url, { ...connectionOptions, max: 1 });
  const attempt = waiting`select 1`.catch(() => (isGivenUp = true));
  const all = await answers();
  expect(isGivenUp).toBe(false);
  await waiting.end({ timeout: 0 });
  await attempt;
  return all;
}

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
  contact(shop, { subject: key }),
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

test.each<Loss>(["established", "new"])(
  "packets of %s connections are lost: 503 for all, and at once when it is known; back, orders go on and none is made twice",
  async (what) => {
    const key = `lost-${what}`;
    // What a new sweet expired has been made again by now.
    await until(async () =>
      (await Promise.all(cached())).every(({ headers }) => headers.get("x-nextjs-cache") === "HIT"),
    );
    for (const answer of await Promise.all([...pages(), ...cached()])) expect(answer.status).toBe(200);
    const before = { orders: await count("order", key), restocks: await count("restock", key) };
    await network.lose(what);

    const [first, shown, known] = await Promise.all([api(key), pages(), cached()].map((all) => Promise.all(all)));
    for (const answer of first ?? []) expectUnavailable(answer);
    for (const { body } of shown ?? []) expect(body).toEqual(expect.any(String));
    for (const { status } of known ?? []) expect(status).toBe(200);

    // Under load, too: what is refused at once fills neither the writes' row nor the pool.
    for (let round = 0; round < 5; round++) {
      const [answers, screens, stored] = await atOnce(() =>
        Promise.all([[1, 2, 3].flatMap(() => api(key)), pages(), cached()].map((all) => Promise.all(all))),
      );
      for (const answer of answers ?? []) expectUnavailable(answer);
      for (const { status } of screens ?? []) expect(status).toBeGreaterThan(0);
      for (const { status } of stored ?? []) expect(status).toBe(200);
    }
    const health = await atOnce(() => call(shop, "GET", "/api/health"));
    expect([health.status, health.body]).toEqual([503, { status: "unavailable" }]);
    expect(await atOnce(isDatabaseUp)).toBe(0);

    await network.restore();
    await until(async () => (await order(shop, person.token, [sweet.id], key)).status === 201);
    await untilHealthy(shop);
    await until(async () => (await isDatabaseUp()) === 1);
    const after = await Promise.all([...api(key), ...pages(), ...cached()]);
    expect(after.map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
    expect(await count("order", key)).toBe(before.orders + 1);
    expect(await count("restock", key)).toBe(before.restocks + 1);
    expect(await count("contact", key)).toBe(1);
    await expectStockRight();
  },
);
