// nightly: fills a shop with two weeks, by its commands; guards scripts/sample-shop
// The shop to try.

import "./gateway";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assertMay } from "@/lib/auth/actor";
import { paymentTasks } from "@/lib/payments/task-queries";
import { firstSteps } from "@/lib/reports/first-steps";
import { samplesLeft } from "@/lib/settings/queries";
import { fillDemo } from "@/scripts/sample-shop/demo";
import { anAdmin } from "../support/factories";
import { sql } from "../support/sql";
import { gateway } from "./gateway";
import { testSamples, url } from "./sample-world";

const until = new Date("2026-10-22T12:30:00+05:30");
const account = (name: string) => ({ email: `${name}@example.com`, password: "not a word in use" });

beforeAll(() => fillDemo(url, { owner: account("owner"), customer: account("asha") }, 14, until, gateway), 600_000);
afterAll(() => gateway.close());

testSamples(until);

test("nothing is a sample, and the first steps are put away", async () => {
  expect(await samplesLeft()).toEqual([]);
  expect((await sql`select id from sweets where sample and deleted_at is null`).length).toBe(0);
  expect(await firstSteps(assertMay(await anAdmin(), "settings:write"))).toBeNull();
});

test("every kind of payment is to be looked after, and kaju katli is sold out today", async () => {
  const { counts } = await paymentTasks(await anAdmin());
  for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(0);
  const [soldOut] = await sql`select count(*)::int as sweets from sweets where slug = 'kaju-katli' and quantity = 0`;
  expect(soldOut?.sweets).toBe(1);
  expect((await sql`select id from sweets where low and quantity > 0`).length).toBeGreaterThan(0);
});

test("online it was paid, paid back, not paid in time, and a refund is pending", async () => {
  const states = await sql`select distinct state from payments where method = 'online'`;
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(["received", "refunded", "refund_pending"]));
  expect((await sql`select id from order_status_history where reason = 'Not paid in time'`).length).toBeGreaterThan(0);
  const [sums] = await sql`
    select sum(received)::int as captured, sum(refunded)::int as refunded, sum(refund_pending)::int as pending from orders where payment_method = 'online'`;
  expect(gateway.totals()).toEqual({ ...sums });
});

test("what was recorded has the times of its days, and everything happens to stock", async () => {
  const [days] = await sql`
    select count(distinct kolkata_day(created_at))::int as orders, (select count(distinct kolkata_day(at))::int from stock_ledger where reason = 'made') as batches,
      (select count(distinct kolkata_day(at))::int from audit_log) as audit, (select count(*)::int from invoices where kolkata_day(issued_at) = date) as issued,
      (select count(*)::int from invoices) as invoices from orders`;
  expect(days).toMatchObject({ orders: 15, batches: 15, issued: days?.invoices });
  expect(days?.audit).toBeGreaterThanOrEqual(15);
  const reasons = new Set((await sql`select distinct reason from stock_ledger`).map(({ reason }) => reason));
  for (const reason of ["made", "promised", "waste", "restock", "order", "purchase", "cancel", "hold", "release"])
    expect(reasons).toContain(reason);
});
