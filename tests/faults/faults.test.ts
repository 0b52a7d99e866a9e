// The shop while its database is locked, stopped, restarted or frozen, and while its own process ends. Slow: it waits for the limits of
// locks and connections, of 5 to 8 s, and stops the database six times.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MAX_WRITES_PER_SWEET } from "@/db/write-slots";
import { expectStockRight, hold } from "../support/database";
import { sql } from "../support/sql";
import { database } from "./database";
import {
  anInstance,
  aPerson,
  aStockedInstance,
  aSweetBy,
  call,
  expectUnavailable,
  figure,
  type HttpResponse,
  type Instance,
  order,
  type Person,
  sleep,
  until,
} from "./shop";

const PAGES = ["/home", "/products", "/products?category=Cakes", "/categories"];

let shop: Instance;
let owner: string;
let person: Person;
let sweet: { id: number; slug: string };
let other: { id: number };
beforeAll(async () => {
  ({ shop, owner, person, sweet } = await aStockedInstance());
  other = await aSweetBy(shop, owner);
});
beforeEach(async () => {
  // Pages that have been looked at before whatever happens.
  for (const page of [...PAGES, `/products/${sweet.slug}`]) expect((await call(shop, "GET", page)).status).toBe(200);
});
afterAll(() => expectStockRight());

const ordersOf = async (email: string) =>
  (await sql`select o.id from orders o join users u on u.id = o.user_id where u.email = ${email} order by o.id`).map(
    (row) => row.id as number,
  );
/** Waits until as many writes wait for a row as may touch one sweet at once. */
const untilWritesWait = () =>
  until(async () => {
    const [row] = await sql`
      select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return row?.waiting === MAX_WRITES_PER_SWEET;
  });
const keys = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

/** Orders under keys, so many at a time; the answers by key. */
async function orderAll(
  at: Instance,
  token: string,
  list: string[],
  abreast: number,
): Promise<Map<string, HttpResponse>> {
  const answers = new Map<string, HttpResponse>();
  const queue = [...list];
  await Promise.all(
    Array.from({ length: abreast }, async () => {
      for (let key = queue.shift(); key; key = queue.shift())
        answers.set(key, await order(at, token, [sweet.id, other.id], key));
    }),
  );
  return answers;
}

/** After an outage: every key again. Each has one order, and a client that got one gets the same again. */
async function expectNothingLost(at: Instance, who: Person, first: Map<string, HttpResponse>) {
  const second = await orderAll(at, who.token, [...first.keys()], 8);
  // A 503 says to try again: a connection that was opened while the server went down fails after some seconds.
  for (let tries = 0; tries < 3; tries++) {
    const again = [...second].flatMap(([key, { status }]) => (status === 503 ? [key] : []));
    for (const [key, answer] of await orderAll(at, who.token, again, 8)) second.set(key, answer);
  }
  const refused = [...second.values()].filter(({ status }) => status !== 201);
  expect(refused.map(({ status, body, ms }) => [status, body?.message, ms])).toEqual([]);
  const ids = [...second.values()].map(({ body }) => body.id as number);
  for (const [key, answer] of first) {
    if (answer.status !== 201) continue;
    expect(second.get(key)?.body).toEqual(answer.body);
    expect(second.get(key)?.headers.get("idempotency-replayed")).toBe("true");
  }
  expect(await ordersOf(who.email)).toEqual(ids.sort((a, b) => a - b));
  await expectStockRight();
}

async function expectCachedPages() {
  const answers = await Promise.all([...PAGES, `/products/${sweet.slug}`].map((page) => call(shop, "GET", page)));
  for (const { status, body } of answers) expect([status, /<h1/.test(body)]).toEqual([200, true]);
  return Math.max(...answers.map(({ ms }) => ms));
}

test("a row that is locked for 8 s: 503 after 5, nothing changed, everybody else goes on", async () => {
  const lock = await hold((on) => on`select 1 from sweets where id = ${sweet.id} for update`);
  const before = await ordersOf(person.email);
  const free = await aSweetBy(shop, owner);
  const message = {
    name: "Asha",
    email: person.email,
    phone: "9820000000",
    subject: "Diwali",
    message: "Do you deliver?",
  };
  const stuck = Promise.all([
    order(shop, person.token, [other.id, sweet.id]),
    ...keys(5).map(() => call(shop, "POST", "/api/cart/reserve", { body: { productId: sweet.id } })),
    call(shop, "POST", `/api/sweets/${sweet.id}/restock`, { token: owner, body: { quantity: 5 } }),
  ]);
  const orders = Promise.all(keys(10).map((key) => order(shop, person.token, [sweet.id], key)));
  await untilWritesWait();
  const beside = await Promise.all([
    call(shop, "GET", `/api/sweets/${sweet.id}`),
    call(shop, "GET", "/api/sweets?search=kaju"),
    call(shop, "GET", "/api/health"),
    call(shop, "POST", "/api/auth/login", { body: person }),
    call(shop, "POST", "/api/contact", { body: message }),
    order(shop, person.token, [free.id]),
  ]);
  expect(beside.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 201]);
  figure("locked row, another sweet's order", beside.at(-1)?.ms ?? 0, 200);
  before.push(beside.at(-1)?.body.id);
  const answers = [...(await stuck), ...(await orders)];
  for (const answer of answers) expectUnavailable(answer);
  figure("locked row, answered after", Math.max(...answers.map(({ ms }) => ms)), 6_000);
  await sleep(8_000 - 5_500);
  await lock.release();
  expect(await ordersOf(person.email)).toEqual(before);
  expect((await order(shop, person.token, [other.id, sweet.id])).status).toBe(201);
});

test("every connection waits for one row: all are answered in time, cached pages at once, and then all is well", async () => {
  const lock = await hold((on) => on`select 1 from sweets where id = ${sweet.id} for update`);
  const stuck = Promise.all(Array.from({ length: 40 }, () => order(shop, person.token, [sweet.id])));
  await untilWritesWait();
  const [health, read, pages] = await Promise.all([
    call(shop, "GET", "/api/health"),
    call(shop, "GET", `/api/sweets/${other.id}`),
    expectCachedPages(),
  ]);
  expect([200, 503]).toContain(health.status);
  figure("pool exhausted, health", health.ms, 2_000);
  expect([200, 503]).toContain(read.status);
  figure("pool exhausted, a read", read.ms, 10_000);
  figure("pool exhausted, a cached page", pages, 500);
  const answers = await stuck;
  for (const answer of answers) expectUnavailable(answer);
  figure("pool exhausted, the last answer", Math.max(...answers.map(({ ms }) => ms)), 10_000);
  await lock.release();
  figure(
    "pool exhausted, back after",
    await until(async () => (await order(shop, person.token, [sweet.id])).status === 201),
    2_000,
  );
  // A request that got 503 may not become an order later.
  const settled = await ordersOf(person.email);
  await sleep(1_000);
  expect(await ordersOf(person.email)).toEqual(settled);
});

describe("the database away", () => {
  test("stopped: 503 at once, cached pages go on; back: orders within 2 s, nothing acknowledged is lost", async () => {
    const acknowledged = await order(shop, person.token, [sweet.id], "before-the-stop");
    expect(acknowledged.status).toBe(201);
    await database.stop();
    const answers = await Promise.all([
      order(shop, person.token, [sweet.id]),
      call(shop, "GET", "/api/sweets"),
      call(shop, "POST", "/api/cart/reserve", { body: { productId: sweet.id } }),
      call(shop, "GET", "/api/orders", { token: person.token }),
      call(shop, "POST", "/api/auth/login", { body: person }),
    ]);
    for (const answer of answers) expectUnavailable(answer);
    figure("database stopped, answered after", Math.max(...answers.map(({ ms }) => ms)), 4_000);
    const health = await call(shop, "GET", "/api/health");
    expect([health.status, health.body]).toEqual([503, { status: "unavailable" }]);
    figure("database stopped, health", health.ms, 2_000);
    expect((await call(shop, "GET", "/api/live")).status).toBe(200);
    figure("database stopped, a cached page", await expectCachedPages(), 500);

    await database.start();
    const back = await until(async () => (await order(shop, person.token, [sweet.id])).status === 201);
    figure("database back, first order after", back, 2_000);
    // From now on it is back for everybody, not only on the connection that happened to be tried.
    await sleep(1_500);
    const after = await Promise.all(Array.from({ length: 40 }, () => call(shop, "GET", `/api/sweets/${sweet.id}`)));
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
    expect((await order(shop, person.token, [sweet.id], "before-the-stop")).body).toEqual(acknowledged.body);
    expect((await call(shop, "GET", "/api/health")).status).toBe(200);
  });

  test("restarted under 120 checkouts: each key has one order in the end, what was answered stays", async () => {
    const buyer = await aPerson(shop);
    const running = orderAll(shop, buyer.token, keys(120), 12);
    await until(async () => (await ordersOf(buyer.email)).length > 0);
    await database.stop();
    await database.start();
    const answers = await running;
    for (const answer of answers.values()) if (answer.status !== 201) expectUnavailable(answer);
    console.log(`restart: ${[...answers.values()].filter(({ status }) => status === 503).length} of 120 got 503`);
    await until(async () => (await call(shop, "GET", "/api/health")).status === 200);
    await sleep(1_500);
    await expectNothingLost(shop, buyer, answers);
  });

  test("frozen: 503 in time, health within 2 s, cached pages go on; thawed: back within 2 s, stock right", async () => {
    const buyer = await aPerson(shop);
    await database.freeze();
    const [health, pages, ...answers] = await Promise.all([
      call(shop, "GET", "/api/health"),
      expectCachedPages(),
      order(shop, buyer.token, [sweet.id], "frozen"),
      call(shop, "GET", "/api/sweets"),
      call(shop, "POST", "/api/cart/reserve", { body: { productId: sweet.id } }),
    ]);
    database.thaw();
    expect([health.status, health.body]).toEqual([503, { status: "unavailable" }]);
    figure("frozen, health", health.ms, 2_000);
    figure("frozen, a cached page", pages, 500);
    for (const answer of answers) expectUnavailable(answer);
    figure("frozen, answered after", Math.max(...answers.map(({ ms }) => ms)), 10_000);
    const back = await until(async () => (await call(shop, "GET", "/api/sweets")).status === 200);
    figure("thawed, back after", back, 2_000);
    // Whether or not the frozen order came through in the end: the same key tells, and makes one.
    await until(async () => (await order(shop, buyer.token, [sweet.id], "frozen")).status === 201);
    expect(await ordersOf(buyer.email)).toHaveLength(1);
    await expectStockRight();
  });
});

test("frozen with limits off: a visitor's write that got 503 is not executed when the database thaws", async () => {
  const instance = await anInstance({ RATE_LIMIT: "off" });
  const message = {
    name: "Asha",
    email: person.email,
    phone: "9820000000",
    subject: "Frozen",
    message: "Do you deliver?",
  };
  // A connection that is open and has prepared what it sends.
  expect((await call(instance, "POST", "/api/cart/reserve", { body: { productId: other.id } })).status).toBe(200);
  const carts = async () => (await sql`select count(*)::int as rows from carts`)[0]?.rows;
  const before = await carts();
  await database.freeze();
  const answers = await Promise.all([
    call(instance, "POST", "/api/contact", { body: message }),
    call(instance, "POST", "/api/cart/reserve", { body: { productId: other.id } }),
    call(instance, "POST", "/api/auth/register", { body: { email: `frozen.${person.email}`, password: "secret1" } }),
  ]);
  database.thaw();
  for (const answer of answers) expectUnavailable(answer);
  await until(async () => (await call(instance, "GET", "/api/health")).status === 200);
  await sleep(2_000);
  expect(await carts()).toBe(before);
  expect(await sql`select 1 from enquiries where subject = 'Frozen'`).toHaveLength(0);
  expect(await sql`select 1 from users where email = ${`frozen.${person.email}`}`).toHaveLength(0);
  await instance.stop();
});

describe("the process", () => {
  test("stopped with orders in flight: all get a response, none later, and it ends with 0", async () => {
    const instance = await anInstance();
    const buyer = await aPerson(instance);
    const lock = await hold((on) => on`select 1 from sweets where id = ${sweet.id} for update`);
    const inFlight = Promise.all(keys(4).map((key) => order(instance, buyer.token, [sweet.id], key)));
    await untilWritesWait();
    instance.terminate();
    const stopped = instance.stop();
    await until(async () => (await call(instance, "GET", "/api/live", { patience: 2_000 })).status === 0);
    const started = performance.now();
    await lock.release();
    const answers = await inFlight;
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await stopped).toBe(0);
    figure("SIGTERM, ended after the last answer", performance.now() - started, 2_000);
    expect(await ordersOf(buyer.email)).toHaveLength(4);
  });

  test("killed during 200 checkouts: each order is whole or not there, each key has one in the end", async () => {
    const first = await anInstance();
    const buyer = await aPerson(first);
    const running = orderAll(first, buyer.token, keys(200), 16);
    await until(async () => (await ordersOf(buyer.email)).length >= 40);
    await first.kill();
    const answers = await running;
    const confirmed = [...answers.values()].filter(({ status }) => status === 201).length;
    // An order that was committed as the process died has no response.
    await until(async () => {
      const [row] =
        await sql`select count(*)::int as open from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`;
      return row?.open === 0;
    });
    const made = (await ordersOf(buyer.email)).length;
    console.log(`kill -9: ${confirmed} of 200 got a response, ${made} were made`);
    expect(made).toBeGreaterThanOrEqual(confirmed);
    await expectStockRight();
    const second = await anInstance();
    await expectNothingLost(second, buyer, answers);
    await second.stop();
  });
});
