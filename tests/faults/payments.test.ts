// Money with two instances on one database, a process that is killed and a database that is away: each payment is recorded once, and what
// orders store agrees with the ledger (docs/behaviour.md#payments). Slow: it starts four instances and kills one while forty payments are
// recorded.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkPayments } from "@/db/check-payments";
import { sql } from "../support/sql";
import { database } from "./database";
import {
  anInstance,
  anOwner,
  aPerson,
  aSweetBy,
  call,
  expectUnavailable,
  type HttpResponse,
  type Instance,
  order,
  type Person,
  until,
} from "./shop";

let a: Instance;
let b: Instance;
let owner: string;
let person: Person;
let sweet: { id: number };
beforeAll(async () => {
  [a, b] = await Promise.all([anInstance(), anInstance()]);
  owner = await anOwner(a);
  sweet = await aSweetBy(a, owner, { price: 500, stock: 100_000 });
});
beforeEach(async () => {
  person = await aPerson(a);
});

const differences = async () => (await checkPayments(process.env.DATABASE_URL ?? "")).differences;
afterAll(async () => expect(await differences()).toEqual([]));

const either = (i: number) => (i % 2 ? a : b);
/** Does something 40 times at once, on both instances in turn. */
const forty = (work: (i: number) => Promise<HttpResponse>) =>
  Promise.all(Array.from({ length: 40 }, (_, i) => work(i)));
const codes = (answers: HttpResponse[]) => {
  const counted: Record<string, number> = {};
  for (const { status, body } of answers) {
    const code = status < 300 ? String(status) : `${status} ${body?.code}`;
    counted[code] = (counted[code] ?? 0) + 1;
  }
  return counted;
};
const aUtr = () => String(randomBytes(5).readUIntBE(0, 5) % 10 ** 11).padStart(12, "7");
const anOrder = async (): Promise<number> => (await order(a, person.token, [sweet.id])).body.id;
const claim = (at: Instance, id: number, utr: string, key?: string) =>
  call(at, "POST", `/api/orders/${id}/payments/claim`, {
    token: person.token,
    body: { utr },
    headers: key ? { "idempotency-key": key } : {},
  });
const byOwner = (at: Instance, path: string, body: unknown, key: string = crypto.randomUUID()) =>
  call(at, "POST", `/api/admin/orders/${path}`, { token: owner, body, headers: { "idempotency-key": key } });
const receive = (at: Instance, id: number, amount: number, key?: string) =>
  byOwner(at, `${id}/payments`, { method: "cash", amount }, key);
const refund = (at: Instance, id: number, amount: number, key?: string) =>
  byOwner(at, `${id}/refunds`, { amount, reason: "A box was damaged" }, key);
const entriesOf = async (id: number) =>
  (await sql`select state, amount::int as amount from payments where order_id = ${id} order by id`).map(
    ({ state, amount }) => [state, amount],
  );

describe("two instances", () => {
  test("40 claims of one UTR for many orders: one is stored", async () => {
    const orders = await Promise.all(Array.from({ length: 40 }, anOrder));
    const utr = aUtr();
    const answers = await forty((i) => claim(either(i), orders[i] as number, utr));
    expect(codes(answers)).toEqual({ 201: 1, "409 utr_used": 39 });
    expect(await sql`select state from payments where reference = ${utr}`).toEqual([{ state: "claimed" }]);
  });

  test("40 claims for one order: one is stored; confirmed and rejected at once, one of the two counts", async () => {
    const id = await anOrder();
    const answers = await forty((i) => claim(either(i), id, aUtr()));
    expect(codes(answers)).toEqual({ 201: 1, "409 conflict": 39 });
    const [payment] = await sql`select id from payments where order_id = ${id}`;
    const settled = await forty((i) =>
      byOwner(either(i), `${id}/payments/${payment?.id}/${i % 4 ? "confirm" : "reject"}`, {}),
    );
    const [{ state, received } = {}] = await sql`
      select p.state, o.received::int as received from payments p join orders o on o.id = p.order_id where p.id = ${payment?.id}`;
    expect(state === "received" ? received : state).toBe(state === "received" ? 500_00 : "failed");
    const right = settled.filter((answer, i) => answer.status < 300 && (state === "failed") === (i % 4 === 0));
    expect(right).toHaveLength(settled.filter(({ status }) => status < 300).length);
    expect(codes(settled.filter(({ status }) => status >= 300))).toEqual({
      "409 conflict": state === "received" ? 10 : 30,
    });
  });

  test("40 payments and 40 refunds of one order are never more than is due and was received", async () => {
    const id = await anOrder();
    expect(codes(await forty((i) => receive(either(i), id, 120)))).toEqual({ 201: 4, "409 overpaid": 36 });
    expect(codes(await forty((i) => refund(either(i), id, 70)))).toEqual({ 201: 6, "409 overpaid": 34 });
    const { body } = await call(b, "GET", `/api/orders/${id}`, person);
    expect(body.payment).toEqual({ method: "cod", state: "part_refunded", paid: 60, due: 20 });
    expect(await entriesOf(id)).toEqual([
      ...Array.from({ length: 4 }, () => ["received", 120_00]),
      ...Array.from({ length: 6 }, () => ["refunded", 70_00]),
    ]);
  });

  test("one key sent 40 times to both is one entry, and its answer is the same everywhere", async () => {
    const id = await anOrder();
    const works = [
      ["claim", (at: Instance, key: string) => claim(at, id, "712345678901", key)],
      ["receive", (at: Instance, key: string) => byOwner(at, `${id}/payments`, { method: "card", amount: 40 }, key)],
      ["refund", (at: Instance, key: string) => refund(at, id, 15, key)],
    ] as const;
    for (const [what, send] of works) {
      const key = crypto.randomUUID();
      const answers = await forty((i) => send(either(i), key));
      // While the first is at work, the others are refused: nobody is answered twice.
      expect([what, answers.filter(({ status }) => status !== 201 && status !== 409)]).toEqual([what, []]);
      const again = [await send(a, key), await send(b, key)];
      for (const { status, headers } of again)
        expect([what, status, headers.get("idempotency-replayed")]).toEqual([what, 201, "true"]);
      const bodies = [...answers, ...again]
        .filter(({ status }) => status === 201)
        .map(({ body }) => JSON.stringify(body));
      expect([what, new Set(bodies).size]).toEqual([what, 1]);
    }
    expect(await entriesOf(id)).toEqual([
      ["claimed", 500_00],
      ["received", 40_00],
      ["refunded", 15_00],
    ]);
  });
});

test("killed while payments are recorded: the ledger and the orders agree, and the same keys complete the work once", async () => {
  const victim = await anInstance();
  const orders = await Promise.all(Array.from({ length: 30 }, anOrder));
  const works = orders.flatMap((id) => [
    { id, key: crypto.randomUUID(), send: (at: Instance, key: string) => receive(at, id, 200, key) },
    { id, key: crypto.randomUUID(), send: (at: Instance, key: string) => receive(at, id, 300, key) },
  ]);
  const running = Promise.all(works.map(({ key, send }) => send(victim, key)));
  const stored = async () =>
    (await sql`select count(*)::int as n from payments where order_id in ${sql(orders)}`)[0]?.n;
  await until(async () => ((await stored()) ?? 0) >= 5);
  await victim.kill();
  const first = await running;
  // What was committed as the process died has no answer.
  await until(async () => {
    const [row] = await sql`
      select count(*)::int as open from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`;
    return row?.open === 0;
  });
  const answered = first.filter(({ status }) => status === 201).length;
  console.log(`kill -9: ${answered} of ${works.length} payments got a response, ${await stored()} were recorded`);
  expect(await stored()).toBeGreaterThanOrEqual(answered);
  expect(await differences()).toEqual([]);

  const second = await anInstance();
  const retried = await Promise.all(works.map(({ key, send }) => send(second, key)));
  expect(codes(retried)).toEqual({ 201: works.length });
  for (const [i, { status, body }] of first.entries()) if (status === 201) expect(retried[i]?.body).toEqual(body);
  for (const id of orders) {
    const amounts = (await entriesOf(id)).map(([, amount]) => amount as number);
    expect(amounts.sort((x, y) => x - y)).toEqual([200_00, 300_00]);
  }
  const states = await sql`select distinct payment_state as state from orders where id in ${sql(orders)}`;
  expect([...states]).toEqual([{ state: "paid" }]);
  expect(await differences()).toEqual([]);
  await second.stop();
});

test("the database stopped: payments get 503 and are not written; back, the same keys work once", async () => {
  const [id, paid] = [await anOrder(), await anOrder()];
  expect((await receive(a, paid, 500)).status).toBe(201);
  const [utr, keys] = [aUtr(), [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()] as const];
  const works = [
    () => claim(a, id, utr, keys[0]),
    () => receive(b, id, 100, keys[1]),
    () => refund(a, paid, 50, keys[2]),
  ];
  await database.stop();
  const answers = await Promise.all(works.map((work) => work()));
  for (const answer of answers) expectUnavailable(answer);
  await database.start();
  for (const at of [a, b]) await until(async () => (await call(at, "GET", "/api/health")).status === 200);
  expect([await entriesOf(id), await entriesOf(paid)]).toEqual([[], [["received", 500_00]]]);
  for (const work of works) await until(async () => (await work()).status === 201);
  expect([(await entriesOf(id)).sort(), await entriesOf(paid)]).toEqual([
    [
      ["claimed", 500_00],
      ["received", 100_00],
    ],
    [
      ["received", 500_00],
      ["refunded", 50_00],
    ],
  ]);
  for (const work of works) expect((await work()).headers.get("idempotency-replayed")).toBe("true");
  expect(await differences()).toEqual([]);
});
