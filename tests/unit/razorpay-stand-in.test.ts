/** The stand-in of the payment gateway says and does what the gateway's documentation says. */
import { createHmac } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { RazorpayStandIn } from "@/tests/support/razorpay";
import { startReceiver } from "@/tests/support/receiver";

let gateway: RazorpayStandIn;
beforeEach(async () => {
  gateway = await RazorpayStandIn.start();
});
afterEach(() => gateway.close());

const authorization = () => `Basic ${btoa(`${gateway.keyId}:${gateway.keySecret}`)}`;
async function call(method: string, path: string, body?: unknown, key?: string) {
  const headers = { authorization: authorization(), ...(key && { "x-refund-idempotency": key }) };
  const response = await fetch(`${gateway.url}/v1${path}`, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}
const order = async (amount = 50_000, receipt = "MTH1") =>
  (await call("POST", "/orders", { amount, currency: "INR", receipt })).body;
const paid = async (amount?: number) => gateway.pay((await order(amount)).id);
const description = (answer: { body: { error: { description: string } } }) => answer.body.error.description;

/** What the page of a form posts when a button is pressed. */
function checkout(orderId: string, pressed?: string) {
  const body = new URLSearchParams({
    key_id: gateway.keyId,
    order_id: orderId,
    name: "Mithaas",
    description: "Order <1>",
    "prefill[email]": "asha@example.com",
    callback_url: "http://shop.example/callback",
    cancel_url: "http://shop.example/orders/1",
    ...(pressed && { stand_in: pressed }),
  });
  return fetch(`${gateway.url}/v1/checkout/embedded`, { method: "POST", body, redirect: "manual" });
}

test("orders are made, found by their receipts and answered as documented", async () => {
  const first = await order();
  expect(first).toMatchObject({
    entity: "order",
    amount: 50_000,
    amount_paid: 0,
    amount_due: 50_000,
    status: "created",
  });
  const second = await order();
  const items = (await call("GET", "/orders?receipt=MTH1")).body.items;
  expect(items.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
  expect((await call("GET", "/orders?receipt=MTH2")).body).toEqual({ entity: "collection", count: 0, items: [] });
  for (const wrong of [{ amount: 99 }, { amount: 100.5 }, { currency: "USD" }, { receipt: "x".repeat(41) }, { sum: 1 }])
    expect((await call("POST", "/orders", { amount: 100, currency: "INR", ...wrong })).status).toBe(400);
  gateway.uniqueReceipts = true;
  const refused = await call("POST", "/orders", { amount: 100, currency: "INR", receipt: "MTH1" });
  expect(description(refused)).toBe("Order receipt should be unique.");
});

test("nobody is answered without the keys, nor about what there is not", async () => {
  expect((await fetch(`${gateway.url}/v1/orders`)).status).toBe(401);
  const unknown = await call("GET", "/payments/pay_00000000000000");
  expect(unknown).toMatchObject({ status: 400, body: { error: { code: "BAD_REQUEST_ERROR" } } });
  expect(description(unknown)).toBe("The id provided does not exist");
});

test("the signature of the documentation's example", async () => {
  const example = await RazorpayStandIn.start({ keySecret: "EnLs21M47BllR3X8PSFtjtbd" });
  const payment = { ...(await paid()), id: "pay_IH4NVgf4Dreq1l", order_id: "order_IEIaMR65cu6nz3" };
  expect(example.callbackFields(payment).razorpay_signature).toBe(
    "0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f",
  );
  await example.close();
});

test("a captured payment has a fee with its tax, and its order is paid", async () => {
  const payment = await paid(100_000);
  expect((await call("GET", `/payments/${payment.id}`)).body).toMatchObject({
    status: "captured",
    fee: 2360,
    tax: 360,
  });
  const { body } = await call("GET", `/orders/${payment.order_id}/payments`);
  expect(body).toMatchObject({ count: 1, items: [{ id: payment.id, captured: true }] });
  expect(gateway.orders[0]).toMatchObject({ status: "paid", amount_paid: 100_000, amount_due: 0, attempts: 1 });
  expect(gateway.totals("MTH1")).toEqual({ captured: 100_000, refunded: 0, pending: 0 });
  expect(gateway.totals("MTH2").captured).toBe(0);
});

test("what was authorized or failed can be captured late, and the gateway gives back what was not captured", async () => {
  const { id } = await order();
  const failed = gateway.pay(id, { status: "failed" });
  expect(failed).toMatchObject({ captured: false, fee: null, error_code: "BAD_REQUEST_ERROR" });
  const authorized = gateway.pay(id, { status: "authorized" });
  expect(gateway.capture(failed.id)).toMatchObject({ status: "captured", error_code: null });
  gateway.autoRefund(authorized.id);
  expect(authorized).toMatchObject({ status: "refunded", captured: false, refund_status: "full" });
  expect(gateway.totals()).toEqual({ captured: 50_000, refunded: 0, pending: 0 });
});

describe("refunds", () => {
  const KEY = "refund-0001";

  test("the same key and body make one, and answer it as it stands now", async () => {
    const { id } = await paid();
    gateway.refundStatus = "pending";
    const first = await call("POST", `/payments/${id}/refund`, { amount: 20_000 }, KEY);
    expect(first.body).toMatchObject({ entity: "refund", status: "pending", receipt: null, payment_id: id });
    gateway.settle(first.body.id, "processed");
    const again = await call("POST", `/payments/${id}/refund`, { amount: 20_000 }, KEY);
    expect(again.body).toEqual({ ...first.body, status: "processed", acquirer_data: { arn: expect.any(String) } });
    const other = await call("POST", `/payments/${id}/refund`, { amount: 30_000 }, KEY);
    expect(other.status).toBe(400);
    expect(description(other)).toMatch(/^Different request with the same idempotency key/);
    expect(gateway.refunds).toHaveLength(1);
    expect((await call("POST", `/payments/${id}/refund`, { amount: 100 }, "too-short")).status).toBe(400);
  });

  test("not more than is left, and what failed is left again", async () => {
    const { id } = await paid();
    gateway.refundStatus = "pending";
    const { body } = await call("POST", `/payments/${id}/refund`, { amount: 30_000 });
    expect((await call("POST", `/payments/${id}/refund`, { amount: 30_000 })).status).toBe(400);
    gateway.settle(body.id, "failed");
    gateway.refundStatus = "processed";
    expect((await call("POST", `/payments/${id}/refund`, { amount: 50_000 })).body.status).toBe("processed");
    expect(gateway.payments[0]).toMatchObject({ status: "refunded", captured: true, refund_status: "full" });
    expect(gateway.totals()).toEqual({ captured: 50_000, refunded: 50_000, pending: 0 });
  });

  test("refused, they leave nothing, and may be asked for again with the same key", async () => {
    const { id } = await paid();
    gateway.refundStatus = "refused";
    expect((await call("POST", `/payments/${id}/refund`, { amount: 100 }, KEY)).status).toBe(400);
    gateway.refundStatus = "processed";
    expect((await call("POST", `/payments/${id}/refund`, { amount: 100 }, KEY)).status).toBe(200);
    expect((await call("GET", `/payments/${id}/refunds`)).body.count).toBe(1);
  });

  test("a second request while the first is worked on is told so", async () => {
    const { id } = await paid();
    let second: { status: number } | undefined;
    gateway.onNext("refund", async () => {
      second = await call("POST", `/payments/${id}/refund`, { amount: 100 }, KEY);
    });
    expect((await call("POST", `/payments/${id}/refund`, { amount: 100 }, KEY)).status).toBe(200);
    expect(second?.status).toBe(409);
  });
});

describe("faults", () => {
  test.each(["lost", "unreadable", "errorAfter"] as const)("%s: the work is done once", async (fault) => {
    gateway.faults.createOrder.push(fault);
    await expect(order()).rejects.toThrow();
    expect((await call("GET", "/orders?receipt=MTH1")).body.count).toBe(1);
  });

  test("error: nothing is done", async () => {
    gateway.faults.any.push("error");
    expect((await call("POST", "/orders", { amount: 100, currency: "INR" })).status).toBe(500);
    expect(gateway.orders).toEqual([]);
  });

  test("slow and silent: the answer comes late, or never", async () => {
    gateway.faults.createOrder.push("slow", "silent");
    gateway.slowMs = 200;
    const began = Date.now();
    await order();
    expect(Date.now() - began).toBeGreaterThanOrEqual(190);
    const silent = order().catch(() => "ended");
    await expect.poll(() => gateway.orders.length).toBe(2);
    await gateway.close();
    expect(await silent).toBe("ended");
  });

  test("away: nobody can connect until it is back at the same address", async () => {
    const { url } = gateway;
    await gateway.goAway();
    await expect(order()).rejects.toThrow("fetch failed");
    await gateway.comeBack();
    expect(gateway.url).toBe(url);
    expect((await order()).status).toBe("created");
  });
});

describe("webhooks", () => {
  test("are signed over their body and hold what they are about", async () => {
    const payment = await paid();
    const { body, headers } = gateway.event("order.paid", payment);
    const signature = createHmac("sha256", gateway.webhookSecret).update(body).digest("hex");
    expect(headers["x-razorpay-signature"]).toBe(signature);
    expect(JSON.parse(body)).toMatchObject({
      entity: "event",
      event: "order.paid",
      contains: ["payment", "order"],
      payload: { payment: { entity: { id: payment.id } }, order: { entity: { id: payment.order_id, status: "paid" } } },
    });
    const refund = gateway.refund(payment.id, 100);
    expect(JSON.parse(gateway.event("refund.processed", refund).body)).toMatchObject({
      contains: ["refund", "payment"],
      payload: { refund: { entity: { receipt: null } }, payment: { entity: { amount_refunded: 100 } } },
    });
  });

  test("tell what happened, and are sent again with the same id until they are taken", async () => {
    let failures = 1;
    const receiver = await startReceiver((_, response) => void response.writeHead(failures-- > 0 ? 500 : 200).end());
    gateway.webhookUrl = receiver.url;
    gateway.retryAfterMs = [10, 10];
    gateway.pay((await order()).id, { status: "failed" });
    await gateway.delivered();
    expect(gateway.deliveries).toMatchObject([{ event: "payment.failed", statuses: [500, 200] }]);
    const ids = receiver.received.map(({ headers }) => headers["x-razorpay-event-id"]);
    expect(ids).toEqual([ids[0], ids[0]]);
    await paid();
    await gateway.delivered();
    expect(gateway.deliveries.slice(1).map(({ event }) => event)).toEqual(["payment.captured", "order.paid"]);
  });
});

describe("the hosted page", () => {
  test("says what it is, and what is to be paid", async () => {
    const html = await (await checkout((await order(123_450)).id)).text();
    expect(html).toContain("No money moves");
    expect(html).toContain("Order &#60;1&#62;");
    expect(html).toContain("₹1,234.50");
    expect(html).not.toContain("<script");
  });

  test("Pay captures one payment, whose signed fields go back to the shop", async () => {
    const { id } = await order();
    const html = await (await checkout(id, "pay")).text();
    const [payment] = gateway.payments;
    expect(payment).toMatchObject({ status: "captured", email: "asha@example.com" });
    expect(html).toContain('action="http://shop.example/callback"');
    for (const value of Object.values(gateway.callbackFields(payment!))) expect(html).toContain(`value="${value}"`);
    expect((await checkout(id, "pay")).status).toBe(400);
    expect(gateway.payments).toHaveLength(1);
  });

  test("Fail says why, and Close goes back", async () => {
    const { id } = await order();
    const html = await (await checkout(id, "fail")).text();
    const [payment] = gateway.payments;
    expect(html).toContain('name="error[code]" value="BAD_REQUEST_ERROR"');
    const metadata = gateway.callbackFields(payment!)["error[metadata]"] ?? "";
    expect(JSON.parse(metadata)).toEqual({ payment_id: payment?.id, order_id: id });
    const closed = await checkout(id, "close");
    expect([closed.status, closed.headers.get("location")]).toEqual([303, "http://shop.example/orders/1"]);
    expect(gateway.orders[0]?.status).toBe("attempted");
  });
});

test("one that is started again with its file knows what happened, and refunds by the same keys", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-gateway-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, "gateway.json");
  await gateway.close();
  gateway = await RazorpayStandIn.start({ file });
  const { id } = await order();
  await checkout(id, "pay");
  const refund = () =>
    call("POST", `/payments/${gateway.payments[0]?.id}/refund`, { amount: 200 }, "a-key-of-the-shop");
  const first = await refund();
  // One that is killed: every answer was kept before it was sent.
  const next = await RazorpayStandIn.start({ file });
  await gateway.close();
  gateway = next;
  expect(gateway.totals()).toEqual({ captured: 50_000, refunded: 200, pending: 0 });
  expect((await checkout(id, "pay")).status).toBe(400);
  expect(await refund()).toEqual(first);
  expect(gateway.refunds).toHaveLength(1);
});
