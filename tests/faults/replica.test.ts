// Reads from a replica (docs/behaviour.md#reads-from-a-replica), with a real standby that is paused, frozen, killed and promoted. Slow: a
// standby is paused, killed and promoted, and each time the shop finds out by its own limits.
import { encode } from "next-auth/jwt";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../support/sql";
import { type Answer, anInstance, anOwner, aPerson, aSweetBy, call, figure, type Instance, order, until } from "./shop";
import { aStandby, aSwitch } from "./standby";

const SESSION_COOKIE = "authjs.session-token";

let standby: Awaited<ReturnType<typeof aStandby>>;
let primaryPort: Awaited<ReturnType<typeof aSwitch>>;
let replicaPort: Awaited<ReturnType<typeof aSwitch>>;
let shop: Instance;
/** Another instance, which does not have in its memory who wrote in the first one. */
let other: Instance;
let owner: string;
let sweet: { id: number; slug: string };
beforeAll(async () => {
  standby = await aStandby();
  [primaryPort, replicaPort] = await Promise.all([aSwitch(process.env.DATABASE_URL ?? ""), aSwitch(standby.url)]);
  const addresses = { DATABASE_URL: primaryPort.url, DATABASE_REPLICA_URL: replicaPort.url };
  [shop, other] = await Promise.all([anInstance(addresses), anInstance(addresses)]);
  owner = await anOwner(shop);
  sweet = await aSweetBy(shop, owner, { stock: 100_000 });
});
afterAll(async () => {
  await Promise.all([shop?.stop(), other?.stop()]);
  replicaPort?.end();
  primaryPort?.end();
  await standby?.remove();
});

let price = 100;
/** A new price, written past the shop. */
async function changePrice(on: postgres.Sql<{ bigint: number }> = sql): Promise<number> {
  price++;
  await on`update sweets set price = ${price * 100} where id = ${sweet.id}`;
  return price;
}
const priceFor = async (headers: Record<string, string> = {}, at = shop) =>
  (await call(at, "GET", `/api/sweets/${sweet.id}`, { headers })).body.price as number;
/** Whether this reader is given what the replica has, which is older while its replay is paused. */
async function readsOld(headers: Record<string, string> = {}, at = shop): Promise<boolean> {
  await standby.pause();
  const changed = await changePrice();
  const read = await priceFor(headers, at);
  await standby.resume();
  return read !== changed;
}
const untilInUse = () => until(async () => (await readsOld()) && (await readsOld({}, other)));

test("who sent neither a cookie nor a token reads on the replica, and nothing that is much older than a second", async () => {
  await untilInUse();
  for (let i = 0; i < 5; i++) {
    expect(await readsOld({ cookie: "mithaas_cart=nobody" })).toBe(false);
    expect(await readsOld({ authorization: `Bearer ${owner}` })).toBe(false);
  }
  await untilInUse();
  await standby.pause();
  const changed = await changePrice();
  figure("old data at most", await until(async () => (await priceFor()) === changed), 1_500);
  // It stays unused for as long as it is behind, and is used again.
  for (let i = 0; i < 20; i++) expect(await priceFor()).toBe(changed);
  await standby.resume();
  figure("in use again", await untilInUse(), 1_500);
});

test("whoever writes sees it at once, by the same session and by any other", async () => {
  const second = await anOwner(shop);
  const cookie = `${SESSION_COOKIE}=${await encode({ token: { sid: owner }, secret: process.env.AUTH_SECRET ?? "", salt: SESSION_COOKIE })}`;
  const countOrders = async () => {
    const [row] = await sql`select coalesce(sum(orders), 0)::int as orders,
      (sum(total) filter (where status <> 'Cancelled' and day = (now() at time zone 'Asia/Kolkata')::date) / 100)::int as revenue
      from order_totals`;
    return row as unknown as { orders: number; revenue: number };
  };
  const readers = [
    async () => (await call(other, "GET", "/api/admin/stats", { token: owner })).body.totalOrders,
    async () => (await call(other, "GET", "/api/admin/stats", { token: second })).body.totalOrders,
    async () => (await call(other, "GET", "/admin/reports/export?days=7", { cookie })).body.trim().split(",").at(-1),
  ];
  for (let i = 0; i < 9; i++) {
    // As if the former writes were long ago: this round's write alone counts.
    await sql`update sessions set wrote_at = null`;
    await untilInUse();
    if (Math.random() < 0.7) await standby.pause();
    const { status } = await call(shop, "POST", `/api/sweets/${sweet.id}/purchase`, {
      token: i % 2 ? owner : second,
      body: { quantity: 1 },
    });
    expect(status).toBe(200);
    const { orders, revenue } = await countOrders();
    expect(await Promise.all(readers.map((read) => read()))).toEqual([orders, orders, String(revenue)]);
    await standby.resume();
  }
});

test("a page of the page cache never has what the replica still has", async () => {
  const page = async () => (await call(shop, "GET", `/products/${sweet.slug}`)).body as string;
  await untilInUse();
  await standby.pause();
  const changed = await changePrice();
  await until(async () => (await page()).includes(`₹${changed}`));
  await standby.resume();
  await untilInUse();
  await until(async () => (await page()).includes(`₹${price}`));
});

/** Readers who read one thing after the other while `what` happens and for a while after it. */
async function whileReading(what: () => Promise<unknown>): Promise<Answer[]> {
  const answers: Answer[] = [];
  let isDone = false;
  const readers = Array.from({ length: 8 }, async (_, i) => {
    while (!isDone) {
      const path = i % 2 ? "/api/sweets" : "/api/admin/reports/sales-by-day";
      answers.push(await call(other, "GET", path, i % 2 ? {} : { token: owner }));
    }
  });
  await until(() => answers.length > 50);
  await what();
  const before = answers.length;
  await until(() => answers.length > before + 200);
  isDone = true;
  await Promise.all(readers);
  return answers;
}
const expectAnswered = (answers: Answer[]) => {
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
  return Math.max(...answers.map(({ ms }) => ms));
};

test("a replica that freezes delays the reads on it, and fails none", async () => {
  await sql`update sessions set wrote_at = null`;
  await untilInUse();
  figure("the longest read when it froze", expectAnswered(await whileReading(() => standby.freeze())), 2_000);
  standby.thaw();
  await untilInUse();
});

test("a replica that is killed fails no read, and is used again when it is back", async () => {
  await untilInUse();
  figure("the longest read when it was killed", expectAnswered(await whileReading(() => standby.kill())), 1_000);
  await standby.start();
  await untilInUse();
});

test("after a failover the promoted standby serves, and the old primary is not read", async () => {
  const oldPort = Number(new URL(process.env.DATABASE_URL ?? "").port);
  const person = await aPerson(shop);
  await untilInUse();
  await standby.promote();
  primaryPort.to(standby.port);
  await until(async () => (await order(shop, person.token, [sweet.id])).status === 201);
  // The old primary still answers, and does not know what the new one takes.
  replicaPort.to(oldPort);
  const promoted = postgres(standby.url, { max: 1, onnotice: () => {} }) as unknown as postgres.Sql<{ bigint: number }>;
  for (let i = 0; i < 40; i++) {
    const changed = await changePrice(promoted);
    expect(await priceFor()).toBe(changed);
  }
  await promoted.end();
});
