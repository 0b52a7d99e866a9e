// The shop while its database is locked, stopped, restarted or frozen. Slow: it waits for the limits of a lock (5 s) and of a silent database
// (4 s), and stops the database twice. Limits of requests are off: a write that no limit is counted for must not outlive its refusal either.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkPayments } from "@/db/check-payments";
import { MAX_WRITES_PER_SWEET } from "@/db/write-slots";
import { expectStockRight, hold } from "../support/database";
import { sql } from "../support/sql";
import { database } from "./database";
import {
  abreast,
  aPerson,
  aStockedInstance,
  aSweetBy,
  call,
  contact,
  counted,
  expectUnavailable,
  type HttpResponse,
  type Instance,
  keys,
  order,
  type Person,
  until,
  untilHealthy,
  untilNothingRuns,
} from "./shop";

const PAGES = ["/home", "/products", "/products?category=Cakes", "/categories"];
/** The name of the shop's sessions in the database. */
const NAME = "shop under test";

let shop: Instance;
let owner: string;
let person: Person;
let sweet: { id: number; slug: string };
let other: { id: number };
beforeAll(async () => {
  const url = new URL(process.env.DATABASE_URL ?? "");
  url.searchParams.set("application_name", NAME);
  ({ shop, owner, person, sweet } = await aStockedInstance({ DATABASE_URL: url.href, RATE_LIMIT: "off" }));
  other = await aSweetBy(shop, owner);
});
beforeEach(async () => {
  // Pages that have been looked at before whatever happens.
  for (const page of [...PAGES, `/products/${sweet.slug}`]) expect((await call(shop, "GET", page)).status).toBe(200);
});
afterAll(async () => {
  await expectStockRight();
  expect((await checkPayments(process.env.DATABASE_URL ?? "")).differences).toEqual([]);
});

const ordersOf = async (email: string) =>
  (await sql`select o.id from orders o join users u on u.id = o.user_id where u.email = ${email} order by o.id`).map(
    (row) => row.id as number,
  );
const reserve = () => call(shop, "POST", "/api/cart/reserve", { body: { productId: sweet.id } });

async function expectCachedPages() {
  const answers = await Promise.all([...PAGES, `/products/${sweet.slug}`].map((page) => call(shop, "GET", page)));
  for (const { status, body } of answers) expect([status, /<h1/.test(body)]).toEqual([200, true]);
}

test("a row that stays locked: 503 for whoever needs it, nothing changed, and everybody else goes on", async () => {
  const free = await aSweetBy(shop, owner);
  const before = await ordersOf(person.email);
  const lock = await hold((on) => on`select 1 from sweets where id = ${sweet.id} for update`);
  const stuck = [
    order(shop, person.token, [other.id, sweet.id]),
    call(shop, "POST", `/api/sweets/${sweet.id}/restock`, { token: owner, body: { quantity: 5 } }),
    ...keys(5).map(reserve),
    ...keys(30).map((key) => order(shop, person.token, [sweet.id], key)),
  ];
  await until(async () => {
    const [row] = await sql`
      select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return row?.waiting === MAX_WRITES_PER_SWEET;
  });
  // Who waited for the row would be refused.
  const beside = await Promise.all([
    call(shop, "GET", `/api/sweets/${sweet.id}`),
    call(shop, "GET", "/api/sweets?search=kaju"),
    call(shop, "GET", "/api/health"),
    call(shop, "POST", "/api/auth/login", { body: person }),
    contact(shop),
    order(shop, person.token, [free.id]),
  ]);
  expect(beside.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 201]);
  await expectCachedPages();
  for (const answer of await Promise.all(stuck)) expectUnavailable(answer);
  await lock.release();
  // Writes of a sweet take turns: what was refused, and is still done, is done by now.
  const last = await order(shop, person.token, [other.id, sweet.id]);
  expect(last.status).toBe(201);
  expect(await ordersOf(person.email)).toEqual([...before, beside.at(-1)?.body.id, last.body.id]);
});

describe("the database away", () => {
  test("stopped: 503 and nothing is written, cached pages go on; back: nothing is lost, and the same keys work once", async () => {
    const id = (await order(shop, person.token, [sweet.id], "before-the-stop")).body.id;
    const pay = { method: "cash", amount: 60 };
    const works: ((key: string) => Promise<HttpResponse>)[] = [
      (key) => order(shop, person.token, [sweet.id], key),
      (key) =>
        call(shop, "POST", `/api/orders/${id}/payments/claim`, {
          ...{ token: person.token, body: { utr: "712345678901" } },
          headers: { "idempotency-key": key },
        }),
      (key) =>
        call(shop, "POST", `/api/admin/orders/${id}/payments`, {
          ...{ token: owner, body: pay, headers: { "idempotency-key": key } },
        }),
    ];
    const orders = await ordersOf(person.email);
    const names = keys(works.length);
    const all = () => Promise.all(works.map((work, i) => work(names[i] as string)));

    await database.stop();
    const answers = await Promise.all([
      call(shop, "GET", "/api/sweets"),
      reserve(),
      call(shop, "GET", "/api/orders", { token: person.token }),
      call(shop, "POST", "/api/auth/login", { body: person }),
    ]);
    for (const answer of [...answers, ...(await all())]) expectUnavailable(answer);
    const health = await call(shop, "GET", "/api/health");
    expect([health.status, health.body]).toEqual([503, { status: "unavailable" }]);
    expect((await call(shop, "GET", "/api/live")).status).toBe(200);
    await expectCachedPages();

    await database.start();
    // For everybody, not only on the connection that happened to be tried.
    const reads = () => Promise.all(keys(40).map(() => call(shop, "GET", `/api/sweets/${sweet.id}`)));
    await until(async () => (await reads()).every(({ status }) => status === 200));
    await untilHealthy(shop);
    expect(await ordersOf(person.email)).toEqual(orders);
    expect(await sql`select 1 from payments where order_id = ${id}`).toHaveLength(0);
    expect(counted(await all())).toEqual({ 201: works.length });
    for (const { headers } of await all()) expect(headers.get("idempotency-replayed")).toBe("true");
    expect((await order(shop, person.token, [sweet.id], "before-the-stop")).body.id).toBe(id);
    expect(await ordersOf(person.email)).toHaveLength(orders.length + 1);
    const entries = await sql`select state, amount::int as amount from payments where order_id = ${id} order by state`;
    expect([...entries]).toMatchObject([{ state: "claimed" }, { state: "received", amount: 60_00 }]);
  });

  test("restarted under 60 checkouts: each key has one order in the end, what was answered stays", async () => {
    const buyer = await aPerson(shop);
    const names = keys(60);
    const checkout = (key: string) => order(shop, buyer.token, [sweet.id, other.id], key);
    const running = abreast(names, 12, checkout);
    await until(async () => (await ordersOf(buyer.email)).length > 0);
    await database.stop();
    await database.start();
    const first = await running;
    for (const answer of first) if (answer.status !== 201) expectUnavailable(answer);
    await untilHealthy(shop);
    const ids: number[] = [];
    // A 503 says to try again: a connection that was opened while the server went down fails after some seconds.
    for (const [i, key] of names.entries())
      await until(async () => {
        const { status, body, headers } = await checkout(key);
        if (status === 503) return false;
        expect([status, body.message]).toEqual([201, undefined]);
        if (first[i]?.status === 201)
          expect([body, headers.get("idempotency-replayed")]).toEqual([first[i]?.body, "true"]);
        ids.push(body.id);
        return true;
      });
    expect(await ordersOf(buyer.email)).toEqual(ids.sort((x, y) => x - y));
  });

  test("frozen: 503, cached pages go on; thawed: what got 503 is not done, except under its key, and stock is right", async () => {
    const buyer = await aPerson(shop);
    // Connections that are open and have prepared what they send.
    expect((await reserve()).status).toBe(200);
    const rows = async () => {
      const [row] = await sql`
        select (select count(*)::int from carts) as carts, (select count(*)::int from users) as users,
          (select count(*)::int from enquiries) as enquiries, (select count(*)::int from messages where kind = 'password_reset') as links`;
      return row;
    };
    const before = await rows();
    const [frozen] = await sql`select now() as at`;
    await database.freeze();
    const answers = Promise.all([
      order(shop, buyer.token, [sweet.id], "frozen"),
      call(shop, "GET", "/api/sweets"),
      contact(shop),
      reserve(),
      call(shop, "POST", "/api/auth/forgot", { body: { email: buyer.email } }),
      call(shop, "POST", "/api/auth/register", { body: { email: `frozen.${buyer.email}`, password: "secret1" } }),
    ]);
    const health = await call(shop, "GET", "/api/health");
    expect([health.status, health.body]).toEqual([503, { status: "unavailable" }]);
    await expectCachedPages();
    for (const answer of await answers) expectUnavailable(answer);
    database.thaw();
    await untilHealthy(shop);
    // What was sent to the frozen server is executed before it sees that its connection has ended.
    await until(async () => {
      const sessions = await sql`
        select 1 from pg_stat_activity where application_name = ${NAME} and backend_start < ${frozen?.at}`;
      return sessions.length === 0;
    });
    await untilNothingRuns();
    expect(await rows()).toEqual(before);
    // Whether or not the order came through: the same key tells, and makes one.
    await until(async () => (await order(shop, buyer.token, [sweet.id], "frozen")).status === 201);
    expect(await ordersOf(buyer.email)).toHaveLength(1);
    await expectStockRight();
  });
});
