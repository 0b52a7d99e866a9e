// A process that is killed or stopped in the middle of what people do: everything is whole or not there, and the same requests to the next
// process complete it once.
import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkPayments } from "@/db/check-payments";
import { MAX_WRITES_PER_SWEET } from "@/db/write-slots";
import { expectStockRight, hold } from "../support/database";
import { sql } from "../support/sql";
import {
  abreast,
  anInstance,
  anOwner,
  aPerson,
  aSweetBy,
  call,
  counted,
  type HttpResponse,
  type Instance,
  keys,
  order,
  type Person,
  until,
  untilNothingRuns,
} from "./shop";

let shop: Instance;
let owner: string;
let buyer: Person;
let sweets: number[];
beforeAll(async () => {
  shop = await anInstance({ RATE_LIMIT: "off" });
  owner = await anOwner(shop);
  buyer = await aPerson(shop);
  sweets = (await Promise.all([1, 2].map(() => aSweetBy(shop, owner)))).map(({ id }) => id);
});
const expectMoneyRight = async () =>
  expect((await checkPayments(process.env.DATABASE_URL ?? "")).differences).toEqual([]);
afterAll(() => Promise.all([expectStockRight(), expectMoneyRight()]));

/** A request that may be sent again: to be answered alike when it has a key. */
type Work = { key?: string; send: (at: Instance) => Promise<HttpResponse> };
const EACH = 25;

/** Sends it again after a 503, as a client does: a busy machine refuses what has waited 3 s for its turn. */
async function sendUntilServed(work: Work, at: Instance): Promise<HttpResponse> {
  const answer = await work.send(at);
  return answer.status === 503 ? sendUntilServed(work, at) : answer;
}

/** Checkouts, payments and completions of orders, and carts that change their day, in turn. */
async function aMixture(days: [string, string], carts: { cookie: string }[], ids: number[]): Promise<Work[]> {
  return keys(EACH).flatMap((key, i): Work[] => {
    const id = ids[i];
    const payment = { token: owner, body: { method: "cash", amount: 40 }, headers: { "idempotency-key": key } };
    const completed = { token: owner, body: { status: "Completed" } };
    return [
      { key, send: (at) => order(at, buyer.token, sweets, key) },
      { key, send: (at) => call(at, "POST", `/api/admin/orders/${id}/payments`, payment) },
      { send: (at) => call(at, "PUT", `/api/admin/orders/${id}/status`, completed) },
      { send: (at) => call(at, "PATCH", "/api/cart", { cookie: carts[i]?.cookie, body: { day: days[1] } }) },
    ];
  });
}

/** Two sweets that are made to order, and two of their days that can be ordered for a while. */
async function planned(): Promise<{ ids: number[]; days: [string, string] }> {
  const ids: number[] = [];
  for (let i = 0; i < 2; i++) {
    const { id } = await aSweetBy(shop, owner, { stock: 0 });
    const week = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, 1000]));
    const body = { week, orderBy: { days: 1, time: "20:00" } };
    expect((await call(shop, "PUT", `/api/admin/plans/${id}`, { token: owner, body })).status).toBe(200);
    ids.push(id);
  }
  const { body } = await call(shop, "GET", `/api/sweets/${ids[0]}/days`);
  return { ids, days: [body[2].day, body[3].day] };
}

async function aCartOf(ids: number[], day: string) {
  const token = randomBytes(16).toString("hex");
  const cookie = `mithaas_cart=${token}`;
  for (const productId of ids) {
    const { status } = await call(shop, "POST", "/api/cart/reserve", { cookie, body: { productId, quantity: 2, day } });
    expect(status).toBe(200);
  }
  return { cookie, hash: createHash("sha256").update(token).digest("hex") };
}

const sums = async () => {
  const [row] = await sql`
    select (select count(*)::int from orders) as orders, (select count(*)::int from payments) as payments,
      (select count(*)::int from invoices) as invoices`;
  return row as { orders: number; payments: number; invoices: number };
};

test("killed: orders, payments, invoices and carts are whole or not there, and the next process completes them once", async () => {
  const { ids: plannedSweets, days } = await planned();
  const carts = await abreast(keys(EACH), 8, () => aCartOf(plannedSweets, days[0]));
  const placed = await abreast(keys(EACH), 8, () => order(shop, buyer.token, sweets));
  const ids: number[] = placed.map(({ body }) => body.id);
  const works = await aMixture(days, carts, ids);
  const running = abreast(works, 16, ({ send }) => send(shop));
  await until(async () => {
    const { orders, payments, invoices } = await sums();
    return orders >= EACH + 3 && payments >= 3 && invoices >= 3;
  });
  await shop.kill();
  const first = await running;
  await untilNothingRuns();
  expect((await sums()).invoices, "It was killed too late.").toBeLessThan(EACH);

  const differing = await sql`
    select o.id from orders o full join invoices i on i.order_id = o.id
    where (o.status = 'Completed') is distinct from (i.id is not null)`;
  expect([...differing], "completed orders without an invoice, or the other way round").toEqual([]);
  await Promise.all([expectStockRight(), expectMoneyRight()]);
  const rows = await sql`
    select c.token_hash as hash, c.day::text as day, array_agg(distinct l.day::text) as days, sum(l.held)::int as held
    from carts c join cart_lines l on l.cart_id = c.id where c.token_hash = any(${carts.map(({ hash }) => hash)}) group by c.id`;
  expect(rows.map(({ day, days, held }) => [days, held, day])).toEqual(
    carts.map(() => [[expect.any(String)], 4, expect.any(String)]),
  );
  expect(rows.filter(({ day, days }) => String(days) !== day)).toEqual([]);

  const answered = first.filter(({ status }) => status === 200 || status === 201).length;
  console.log(`killed: ${answered} of ${works.length} requests had an answer`);
  shop = await anInstance({ RATE_LIMIT: "off" });
  const second = await abreast(works, 8, (work) => sendUntilServed(work, shop));
  expect(counted(second)).toEqual({ 200: 2 * EACH, 201: 2 * EACH });
  for (const [i, { key }] of works.entries())
    if (key && first[i]?.status === 201) {
      expect(second[i]?.body).toEqual(first[i]?.body);
      expect(second[i]?.headers.get("idempotency-replayed")).toBe("true");
    }
  expect(await sums()).toEqual({ orders: 2 * EACH, payments: EACH, invoices: EACH });
  const invoices = await sql`select sequence, order_id from invoices order by sequence`;
  expect(invoices.map(({ sequence }) => sequence)).toEqual(ids.map((_, i) => i + 1));
  expect(new Set(invoices.map((row) => row.order_id))).toEqual(new Set(ids));
  const moved =
    await sql`select day::text as day, held from plan_days where sweet_id in ${sql(plannedSweets)} and held > 0`;
  expect([...moved]).toEqual(plannedSweets.map(() => ({ day: days[1], held: 2 * EACH })));
});

test("stopped with orders in flight: all get a response, none later, and it ends with 0", async () => {
  const before = (await sums()).orders;
  const lock = await hold((on) => on`select 1 from sweets where id = ${sweets[0] as number} for update`);
  // No more than may write to a sweet at once: one that waits for its turn is refused after 3 s.
  const inFlight = keys(MAX_WRITES_PER_SWEET).map((key) => order(shop, buyer.token, sweets, key));
  await until(async () => {
    const waiting = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`;
    return waiting.length === inFlight.length;
  });
  shop.terminate();
  const stopped = shop.stop();
  await until(async () => (await call(shop, "GET", "/api/live", { patience: 2_000 })).status === 0);
  await lock.release();
  expect(counted(await Promise.all(inFlight))).toEqual({ 201: inFlight.length });
  expect(await stopped).toBe(0);
  expect((await sums()).orders).toBe(before + inFlight.length);
});
