// Payments as the owner works with them: with a status, as tasks, and in reports.
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Executor } from "@/db/client";
import { recordedMethods } from "@/db/constants/payments";
import type { Customer } from "@/lib/auth/actor";
import { toPaise } from "@/lib/money";
import { findAnyOrder, listAllOrders, listOrderRows, streamOrders } from "@/lib/orders/admin-queries";
import { purchase } from "@/lib/orders/purchase";
import { refundOrder } from "@/lib/orders/refund-commands";
import { ordersQuery } from "@/lib/orders/schema";
import { setOrderStatus, setOrderStatuses, statusOutcome } from "@/lib/orders/status-commands";
import { claimPayment, confirmPayment, recordPayment } from "@/lib/payments/commands";
import { countPaymentTasks, paymentTasks } from "@/lib/payments/task-queries";
import { type ListedPayment, listPayments, streamPayments } from "@/lib/reports/payment-queries";
import { paymentsByDay } from "@/lib/reports/queries";
import { atOnce, connect, done, refusal } from "../support/database";
import { aCustomer, anAdmin, aSweet, type Member } from "../support/factories";
import { rowsRead } from "../support/plan";
import { pool, sql } from "../support/sql";
import { recordedNow } from "./clock";
import { aUtr, cash, lastOrder, orderOf500 } from "./money";
import { setSettings } from "./set-settings";

let wide: Executor;
let admin: Member;
let buyer: Customer;
beforeAll(async () => {
  wide = connect(16);
  admin = await anAdmin();
  await setSettings("payments", { upiId: "mithaas@okbank", remindAfterHours: 6 });
});
beforeEach(async () => {
  buyer = await aCustomer();
});

const order = (payment?: "upi") => orderOf500(buyer, payment);
const pay = (id: number, amount: number, method: (typeof recordedMethods)[number] = "cash") =>
  recordPayment(admin, id, { ...cash(amount), method }, pool);
const now = (id: number) => findAnyOrder(admin, id);

describe("Complete with what was received", () => {
  test("sets the status and records what is due as paid on delivery, once however often it is sent", async () => {
    const { id } = await order();
    await pay(id, 100);
    const outcomes = await atOnce(8, () => setOrderStatus(admin, id, "Completed", wide, { received: 400 }));
    expect(done(outcomes)).toHaveLength(8);
    const completed = await now(id);
    const paid = { method: "cod", state: "paid", paid: 500, due: 0 };
    expect([completed.status, completed.payment]).toEqual(["Completed", paid]);
    expect(completed.payments).toMatchObject([
      { method: "cash", amount: 100 },
      { method: "cod", amount: 400, state: "received", by: admin.name },
    ]);
    expect(statusOutcome(completed, { received: 400 })).toBe("Order completed. ₹400 received");
  });

  test("changes nothing when something else is due than the owner saw, or a claim is open", async () => {
    const { id } = await order();
    await pay(id, 100);
    const complete = (order: number) => refusal(setOrderStatus(admin, order, "Completed", pool, { received: 500 }));
    const message = "₹400 is due for this order now. Please check it again.";
    expect(await complete(id)).toMatchObject({ code: "conflict", message });
    expect(await now(id)).toMatchObject({ status: "Pending", payment: { paid: 100 } });
    const upi = await order("upi");
    await claimPayment(buyer, upi.id, { utr: aUtr() }, pool);
    expect(await complete(upi.id)).toMatchObject({ code: "conflict" });
    expect(await now(upi.id)).toMatchObject({ status: "Pending", payment: { state: "claimed" } });
  });

  test("without it leaves the money as it is", async () => {
    const { id } = await order();
    const completed = await setOrderStatus(admin, id, "Completed", pool);
    expect(completed).toMatchObject({ status: "Completed", payment: { state: "unpaid", due: 500 } });
    expect(statusOutcome(completed)).toBe("Order completed");
  });
});

describe("Cancel with a refund", () => {
  const refund = { amount: 200, reason: "Out of ghee" };

  test("cancels and refunds together, once", async () => {
    const { id } = await order();
    await pay(id, 500);
    const outcomes = await atOnce(8, () => setOrderStatus(admin, id, "Cancelled", wide, { refund }));
    expect(done(outcomes)).toHaveLength(8);
    const cancelled = await now(id);
    expect(cancelled).toMatchObject({ status: "Cancelled", payment: { state: "part_refunded", paid: 300, due: 0 } });
    expect(cancelled.payments.filter(({ state }) => state === "refunded")).toMatchObject([
      { amount: 200, reason: "Out of ghee", method: "cash" },
    ]);
    expect(statusOutcome(cancelled, { refund })).toBe("Order cancelled. ₹200 refunded. ₹300 is still to be refunded");
  });

  test("of more than was received does neither", async () => {
    const { id } = await order();
    await pay(id, 100);
    const cancel = setOrderStatus(admin, id, "Cancelled", pool, { refund });
    expect(await refusal(cancel)).toMatchObject({ code: "overpaid", due: 100 });
    expect(await now(id)).toMatchObject({ status: "Pending", payment: { paid: 100 } });
  });

  test("of several orders leaves the money for later and names it", async () => {
    const [one, two] = [await order(), await order()];
    await pay(one.id, 500);
    expect(await setOrderStatuses(admin, [one.id, two.id], "Cancelled", pool, { refund })).toEqual([
      { id: one.id, ok: true, message: "Order cancelled. ₹500 is still to be refunded" },
      { id: two.id, ok: true, message: "Order cancelled" },
    ]);
    const alone = await order();
    await pay(alone.id, 200);
    expect(await setOrderStatuses(admin, [alone.id], "Cancelled", pool, { refund })).toEqual([
      { id: alone.id, ok: true, message: "Order cancelled. ₹200 refunded" },
    ]);
  });
});

test("a sale over the counter is paid by what was said, in cash otherwise", async () => {
  const sweet = await aSweet({ price: 80 });
  const methods: string[] = [];
  for (const payment of [undefined, "upi", "card"] as const) {
    await purchase(admin, sweet.id, { quantity: 2, payment }, pool);
    const sold = await now(await lastOrder());
    const { method } = sold.payment;
    expect(sold.payment).toMatchObject({ state: "paid", paid: 160, due: 0 });
    expect(sold.payments).toMatchObject([{ method, amount: 160, state: "received", by: admin.name }]);
    methods.push(method);
  }
  expect(methods).toEqual(["cash", "upi", "card"]);
});

test("the list and the export are filtered by how far an order is paid", async () => {
  const [paid, unpaid] = [await order(), await order()];
  await pay(paid.id, 500);
  const query = { customer: buyer.id, page: 1, pageSize: 10 };
  const listed = await listOrderRows(admin, { ...query, payment: "paid" });
  expect(listed.items.map(({ id, payment }) => [id, payment.paid])).toEqual([[paid.id, 500]]);
  const exported: unknown[] = [];
  for await (const rows of streamOrders(admin, { customer: buyer.id, payment: "unpaid" }))
    exported.push(...rows.map(({ id, payment }) => [id, payment]));
  expect(exported).toEqual([[unpaid.id, { method: "cod", state: "unpaid", paid: 0, due: 500 }]]);
});

describe("what waits for the owner", () => {
  const inHours = (count: number) => recordedNow(count / 24);
  const idsIn = async (hours: number) =>
    (await paymentTasks(admin, { all: true }, undefined, await inHours(hours))).late.map(({ id }) => id);

  test("is an UPI order without a payment after the hours of the settings, by the shop's clock", async () => {
    const late = await order("upi");
    const cod = await order();
    const claimed = await order("upi");
    await claimPayment(buyer, claimed.id, { utr: aUtr() }, pool);
    const paid = await order("upi");
    await pay(paid.id, 500, "upi");
    expect(await idsIn(5.9)).not.toContain(late.id);
    const ids = await idsIn(6.1);
    expect(ids).toContain(late.id);
    for (const { id } of [cod, claimed, paid]) expect(ids).not.toContain(id);
    await setOrderStatus(admin, late.id, "Cancelled", pool);
    expect(await idsIn(6.1)).not.toContain(late.id);
  });

  test("is a claim to be checked, and money of a cancelled order", async () => {
    const before = (await paymentTasks(admin)).counts;
    const [claimed, cancelled] = [await order("upi"), await order()];
    await claimPayment(buyer, claimed.id, { utr: aUtr() }, pool);
    await pay(cancelled.id, 500);
    await setOrderStatus(admin, cancelled.id, "Cancelled", pool);
    const tasks = await paymentTasks(admin, { all: true });
    expect(tasks.counts).toEqual({ ...before, claimed: before.claimed + 1, toRefund: before.toRefund + 1 });
    expect(tasks.toRefund.find(({ id }) => id === cancelled.id)).toMatchObject({ left: 500 });
    await refundOrder(admin, cancelled.id, { amount: 500, reason: "Cancelled" }, pool);
    expect((await paymentTasks(admin)).counts.toRefund).toBe(before.toRefund);
  });

  test("comes in lists of 20, of 100 when more are asked for", async () => {
    const made = (await Promise.all(Array.from({ length: 23 }, () => order("upi")))).map(({ id }) => id);
    const first = await paymentTasks(admin, {}, undefined, await inHours(7));
    expect(first.late.length).toBe(20);
    expect(first.counts.late).toBeGreaterThanOrEqual(23);
    expect(await idsIn(7)).toEqual(expect.arrayContaining(made));
  });
});

test("the report is the ledger's sums by day and method, and what is due of each day's orders", async () => {
  const pick = fc.sample(fc.nat(2 ** 30), { numRuns: 1_000, seed: 1985 });
  const below = (count: number) => (pick.pop() ?? 0) % count;
  // Seconds around midnight in India, so that a day that is off by its zone is seen.
  const moment = () => {
    const seconds = below(9) * 86_400 + below(2) * 2;
    return new Date(Date.parse("2025-03-01T18:29:59Z") + seconds * 1000).toISOString();
  };
  const amount = (most: number) => (1 + below(Math.round(most * 100))) / 100;
  for (let n = 0; n < 18; n++) {
    const { id } = await order(n % 3 === 0 ? "upi" : undefined);
    if (n % 5 === 0) {
      const { payments } = await claimPayment(buyer, id, { utr: aUtr() }, pool).then(() => now(id));
      if (n % 2 === 0)
        await confirmPayment(admin, { orderId: id, paymentId: payments[0]?.id ?? 0 }, { force: false }, pool);
    } else
      for (let parts = n % 3; parts > 0; parts--) {
        const method = recordedMethods[below(recordedMethods.length)] as (typeof recordedMethods)[number];
        await pay(id, amount((await now(id)).payment.due), method);
      }
    const { paid } = (await now(id)).payment;
    if (paid > 0.01 && n % 4 === 0) await refundOrder(admin, id, { amount: amount(paid), reason: "A part" }, pool);
    if (n % 7 === 0) await setOrderStatus(admin, id, "Cancelled", pool);
    await sql`update orders set created_at = ${moment()} where id = ${id}`;
    for (const { id: paymentId } of (await now(id)).payments)
      await sql`update payments set at = ${moment()} where id = ${paymentId}`;
  }

  const indiaDay = (at: Date) => new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const sums = new Map<string, Record<"received" | "refunded" | "outstanding", number>>();
  const add = (at: Date, method: string, name: "received" | "refunded" | "outstanding", paise: number) => {
    const key = `${indiaDay(at)} ${method}`;
    const sum = sums.get(key) ?? { received: 0, refunded: 0, outstanding: 0 };
    sum[name] += paise;
    sums.set(key, sum);
  };
  for (const row of await sql`select * from payments where at < '2026-01-01'`)
    if (row.state === "received" || row.state === "refunded")
      add(new Date(row.at), row.method, row.state, Number(row.amount));
  for (const row of await sql`select * from orders where created_at < '2026-01-01' and status <> 'Cancelled'`) {
    const due = Number(row.total) - Number(row.received);
    if (due > 0) add(new Date(row.created_at), row.payment_method, "outstanding", due);
  }

  const rows = await paymentsByDay(admin, { from: "2025-03-01", to: "2025-03-31" });
  expect(rows.map(({ date }) => date)).toEqual(rows.map(({ date }) => date).toSorted());
  const reported = new Map(
    rows.map(({ date, method, received, refunded, outstanding }) => [
      `${date} ${method}`,
      { received: toPaise(received), refunded: toPaise(refunded), outstanding: toPaise(outstanding) },
    ]),
  );
  expect(reported).toEqual(sums);
  expect(new Set(rows.map(({ date }) => date)).size).toBeGreaterThan(5);
  // A single day has only what belongs to it.
  const day = rows[3]?.date ?? "";
  expect(await paymentsByDay(admin, { from: day, to: day })).toEqual(rows.filter(({ date }) => date === day));

  // The list has all that was received or refunded in these days once, in the order of time, with its order and its UTR, and comes to the same.
  const listed: ListedPayment[] = [];
  for await (const batch of streamPayments(admin, { from: "2025-03-01", to: "2025-03-31" })) listed.push(...batch);
  const stored = await sql`select order_id as "orderId", reference from payments
      where at < '2026-01-01' and state in ('received', 'refunded') order by at, id`;
  expect(listed.map(({ orderId, reference }) => ({ orderId, reference }))).toEqual([...stored]);
  expect(listed.some(({ reference }) => /^\d{12}$/.test(reference ?? ""))).toBe(true);
  // The screen shows it in parts.
  const days = { from: "2025-03-01", to: "2025-03-31" };
  const first = await listPayments(admin, days, null, 7);
  const rest = await listPayments(admin, days, first.next, listed.length - 7);
  expect([first.payments.length, rest.next]).toEqual([7, null]);
  expect([...first.payments, ...rest.payments]).toEqual(listed);
  const receivedIn = (all: { received: number }[]) => all.reduce((sum, { received }) => sum + toPaise(received), 0);
  const ofList = listed.map(({ state, amount }) => ({ received: state === "received" ? amount : 0 }));
  expect(receivedIn(ofList)).toBe(receivedIn(rows));
});

test("what is to be refunded is found among many orders without looking at them", async () => {
  const first = await order();
  await pay(first.id, 500);
  await setOrderStatus(admin, first.id, "Cancelled", pool);
  await sql`
    insert into orders (channel, status, total, received, payment_state)
    select 'web', 'Completed', 50000, 50000, 'paid' from generate_series(1, 3000)`;
  await sql`analyze orders`;
  expect(await rowsRead("orders", (db) => countPaymentTasks(admin, db))).toBeLessThan(500);
  const toRefund = ordersQuery.parse({ payment: "to_refund" });
  expect(await rowsRead("orders", (db) => listAllOrders(admin, toRefund, db))).toBeLessThan(500);
});
