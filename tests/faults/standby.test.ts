// nightly: a database that becomes a standby, which few shops have; guards db/client.ts, db/connection-monitor.ts, db/write-slots.ts
// The shop on a server that answers and takes no writes, as a primary does that has become a standby. Sessions of a role whose
// transactions are read only are refused with the same SQLSTATE (25006).
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectStockRight } from "../support/database";
import { sql } from "../support/sql";
import { aStockedInstance, call, expectUnavailable, type Instance, order, type Person, until } from "./shop";

/** Open before the role changes, and so without that change. */
const opened = postgres(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
const becomeStandby = () => opened`alter role mithaas set default_transaction_read_only = on`;
const becomePrimary = () => opened`alter role mithaas reset default_transaction_read_only`;
/** Ends connections of a kind. Their programs make new ones, which are what the role is then. */
const reconnect = (name: "mithaas" | "mithaas%") => opened`
  select pg_terminate_backend(pid) from pg_stat_activity where application_name like ${name}`;

let shop: Instance;
let person: Person;
let sweet: { id: number; slug: string };
beforeAll(async () => {
  ({ shop, person, sweet } = await aStockedInstance());
});
afterEach(becomePrimary);
afterAll(async () => {
  await opened.end();
  await expectStockRight();
});

const health = async () => (await call(shop, "GET", "/api/health")).status;
const ordersOf = async () =>
  (
    await sql`select count(*)::int as n from orders o join users u on u.id = o.user_id where u.email = ${person.email}`
  )[0]?.n as number;

test("a standby counts as a database that is away: orders are answered with 503, pages from what is stored", async () => {
  await until(async () => (await call(shop, "GET", "/home")).headers.get("x-nextjs-cache") === "HIT");
  const before = await ordersOf();
  await becomeStandby();
  await reconnect("mithaas%");
  expectUnavailable(await order(shop, person.token, [sweet.id], "standby"));
  await until(async () => (await health()) === 503);
  expectUnavailable(await order(shop, person.token, [sweet.id], "standby"));
  expect((await call(shop, "GET", "/home")).status).toBe(200);
  expect(await ordersOf()).toBe(before);

  await becomePrimary();
  await until(async () => (await order(shop, person.token, [sweet.id], "standby")).status === 201);
  await until(async () => (await health()) === 200);
  expect(await ordersOf()).toBe(before + 1);
});

test("open connections to a standby are replaced by the first write that it refuses", async () => {
  const before = await ordersOf();
  await becomeStandby();
  // The connection that watches the database stays with the primary, so that only the refused write shows it.
  await reconnect("mithaas");
  await until(async () => (await order(shop, person.token, [sweet.id], "sticking")).status === 503);
  await becomePrimary();
  await until(async () => (await order(shop, person.token, [sweet.id], "sticking")).status === 201);
  expect(await ordersOf()).toBe(before + 1);
});
