// Payment online as the owner sees it: what can go back, what has failed to, the report, and the first steps.

import "./gateway";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { addRefund } from "@/app/admin/orders/actions";
import { writeAtOnce } from "@/db/write-slots";
import { assertMay, type Customer } from "@/lib/auth/actor";
import { formOf } from "@/lib/http/action";
import { findShownOrder } from "@/lib/messages/order-whatsapp";
import { findOrderRows } from "@/lib/orders/admin-queries";
import { receiveCallback } from "@/lib/orders/online-payments";
import { placeOrder } from "@/lib/orders/place";
import { askForRefund, sendRefunds } from "@/lib/orders/refund-commands";
import { recordPayment } from "@/lib/payments/commands";
import { callbackForm } from "@/lib/payments/schema";
import { paymentTasks } from "@/lib/payments/task-queries";
import { firstSteps } from "@/lib/reports/first-steps";
import { paymentsByDay } from "@/lib/reports/queries";
import { dataOf } from "@/lib/webhooks/event-data";
import { exported } from "../support/exported";
import { aCustomer, anOrder, aSweet } from "../support/factories";
import { pool, sql } from "../support/sql";
import { admin, gateway, gatewayOrderOf, onlineOrder, orderNow } from "./online-world";
import { setSettings } from "./set-settings";

vi.mock("@/lib/auth/request", () => ({ currentCaller: async () => ({ actor: admin, byCookie: true }) }));
vi.mock("next/headers", () => ({ headers: async () => new Headers({ "sec-fetch-site": "same-origin" }) }));
const refresh = vi.hoisted(() => vi.fn());
vi.mock("next/cache", () => ({ refresh }));

let buyer: Customer;
beforeEach(async () => {
  buyer = await aCustomer();
  gateway.refundStatus = "processed";
});

/** An order of ₹500 that was paid online, and the payment. */
async function paidOnline() {
  const { id } = await onlineOrder(buyer);
  const payment = gateway.pay(await gatewayOrderOf(buyer, id));
  await receiveCallback(callbackForm.parse(gateway.callbackFields(payment)), writeAtOnce);
  return { id, payment };
}
const refund = async (id: number, amount: number) =>
  (await sendRefunds(await askForRefund(admin, id, { amount, reason: "Box" }, pool), writeAtOnce)).left;

describe("what can be paid back", () => {
  const shown = async (id: number) => {
    const [row] = await findOrderRows(admin, [id]);
    const { refunds } = await findShownOrder(admin, id);
    expect(row?.refunds).toEqual(refunds);
    return refunds;
  };

  test("is known in lists and on the order's screen, with what is pending taken off, and what has failed", async () => {
    const { id } = await paidOnline();
    expect(await shown(id)).toEqual({ left: 500, online: 500, failed: 0 });
    gateway.refundStatus = "pending";
    await refund(id, 100.5);
    expect(await shown(id)).toEqual({ left: 399.5, online: 399.5, failed: 0 });
    gateway.refundStatus = "refused";
    expect(await refund(id, 200)).toBe(200);
    expect(await shown(id)).toEqual({ left: 399.5, online: 399.5, failed: 200 });
    const { toRefund } = await paymentTasks(admin);
    expect(toRefund.find((order) => order.id === id)).toMatchObject({ left: 200, hasFailed: true });
    await askForRefund(admin, id, { amount: 200, reason: "Box", method: "upi" }, pool);
    expect(await shown(id)).toEqual({ left: 199.5, online: 399.5, failed: 0 });
  });

  test("says nothing of the gateway for what was paid otherwise, and until when a payment is waited for", async () => {
    const unpaid = await onlineOrder(buyer);
    const { online, refunds } = await findShownOrder(admin, unpaid.id);
    expect(Date.parse(online?.payBy ?? "") - Date.parse(unpaid.createdAt)).toBeGreaterThan(29 * 60_000);
    expect([online?.failure, refunds]).toEqual([null, { left: 0, online: null, failed: 0 }]);
    const cod = await placeOrder(buyer, anOrder([[await aSweet(), 1]]), { channel: "web" }, pool);
    expect(await findShownOrder(admin, cod.id)).toMatchObject({ online: null, refunds: { online: null } });
  });
});

describe("the owner's form for a refund", () => {
  const send = (id: number, fields: Record<string, string> = {}) =>
    addRefund(null, formOf({ id, amount: "200", reason: "Box", method: "", key: crypto.randomUUID(), ...fields }));

  test("says what could not be refunded, and what becomes of it while the gateway is away", async () => {
    const { id } = await paidOnline();
    gateway.refundStatus = "refused";
    expect(await send(id)).toMatchObject({ ok: true, data: { id, left: 200, refunds: { failed: 200 } } });
    gateway.refundStatus = "processed";
    await gateway.goAway();
    const nothing =
      "The payment service cannot be reached right now. Nothing was refunded. Please try again in a moment.";
    expect(await send(id)).toMatchObject({ ok: false, code: "service_unavailable", message: nothing });
    expect((await orderNow(id)).payments.filter(({ state }) => state === "refund_pending")).toEqual([]);
    await gateway.comeBack();
    gateway.faults.refund.push("lost");
    refresh.mockClear();
    expect(await send(id, { amount: "50" })).toMatchObject({
      message:
        "The payment service cannot be reached right now. The refund may be on its way: it is asked for again by itself.",
    });
    expect(refresh).toHaveBeenCalled();
    expect((await findShownOrder(admin, id)).payments.at(-1)).toMatchObject({ state: "refund_pending", amount: 50 });
  });
});

test("the report of a day has the gateway's fee and payments in the row of online alone, to the paisa", async () => {
  const paid = [await paidOnline(), await paidOnline()];
  const cash = await placeOrder(buyer, anOrder([[await aSweet({ price: 100 }), 1]]), { channel: "web" }, pool);
  await recordPayment(admin, cash.id, { method: "cash", amount: 100, reference: null, force: false }, pool);
  await refund(paid[0]?.id ?? 0, 40);
  // Of one the gateway has not said yet what it keeps.
  await sql`update payments set fee = null where reference = ${paid[1]?.payment.id ?? ""}`;
  const day = "2025-06-02";
  const ofThis = [cash.id, ...paid.map(({ id }) => id)];
  await sql`update payments set at = '2025-06-01T18:30Z' where order_id in ${sql(ofThis)}`;
  const report = () => paymentsByDay(admin, { from: "2025-05-01", to: "2025-06-30" });
  const ids = paid.map(({ payment }) => payment.id).sort();
  const both = { received: 1000, refunded: 40, outstanding: 0, fee: 11.8, payments: ids };
  expect(await report()).toEqual([
    { date: day, method: "cash", received: 100, refunded: 0, outstanding: 0 },
    { date: day, method: "online", ...both },
  ]);
  await sql`update payments set fee = null where method = 'online'`;
  expect(await report()).toMatchObject([{}, { fee: null, payments: ids }]);
});

test("an event of a payment has its method and reference, and nothing secret", async () => {
  const { id, payment } = await paidOnline();
  const [{ id: paymentId } = { id: 0 }] = (await orderNow(id)).payments;
  const about = { orderId: id, paymentId, sweetId: null, enquiryId: null, day: null };
  const data = await pool.transaction((tx) => dataOf(about, tx));
  expect(data).toMatchObject({ payment: { method: "online", reference: payment.id, amount: 500, fee: 11.8 } });
  for (const secret of [gateway.keyId, gateway.keySecret, gateway.webhookSecret])
    expect(JSON.stringify(data)).not.toContain(secret);
});

test("the download of an account has the payment, and not what the gateway charges the shop", async () => {
  const { payment } = await paidOnline();
  const { orders } = await exported(buyer);
  expect(orders[0]?.payments).toEqual([
    { method: "online", amount: 500, state: "received", reference: payment.id, reason: null, at: expect.any(String) },
  ]);
});

test("how customers pay is settled by payment online, too", async () => {
  await setSettings("payments", { cod: { active: false, upTo: null }, online: { active: true, holdMinutes: 30 } });
  const owner = assertMay(admin, "settings:write");
  expect((await firstSteps(owner, pool))?.done.payments).toBe(true);
});
