// Payment online (docs/behaviour.md#paid-online): one payment is recorded once, whatever says it, and an order waits for it no longer than it
// should. What HTTP adds: tests/api/online-payments.test.ts. Slow: thirty races for an order, and the asking of a day, twice.

import "./gateway";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkPayments } from "@/db/check-payments";
import { type Write, writeAtOnce } from "@/db/write-slots";
import type { Customer } from "@/lib/auth/actor";
import { setShopTime } from "@/lib/clock";
import { listAllOrders } from "@/lib/orders/admin-queries";
import { changeItems } from "@/lib/orders/item-commands";
import { askPaymentGateway, receiveCallback, receiveWebhook } from "@/lib/orders/online-payments";
import { askForRefund, sendRefunds } from "@/lib/orders/refund-commands";
import { ordersQuery } from "@/lib/orders/schema";
import { cancelOrder, setOrderStatus } from "@/lib/orders/status-commands";
import { claimPayment, recordPayment } from "@/lib/payments/commands";
import { openCheckout, payOnDelivery, recordOnlinePayment } from "@/lib/payments/online-commands";
import { callbackForm } from "@/lib/payments/schema";
import { paymentTasks } from "@/lib/payments/task-queries";
import { atOnce, connect, done, expectStockRight, hold, refusal, waitingForALock } from "../support/database";
import { aCustomer, many, quantityOf } from "../support/factories";
import type { GatewayOrder, GatewayPayment } from "../support/razorpay";
import { pool, sql } from "../support/sql";
import { aUtr, cash } from "./money";
import { admin, gateway, gatewayOrderOf, onlineOrder, orderNow } from "./online-world";
import { setSettings } from "./set-settings";

const wide = connect();
const writeWide: Write = (work) => work(wide);

let buyer: Customer;
let began: Date;
/** The shop's clock stands so many minutes after the test's beginning. */
const atMinute = (minutes: number) => setShopTime(new Date(began.getTime() + minutes * 60_000));
beforeEach(async () => {
  // The orders of the tests before are not asked for again.
  await sql`update online_payments set ask_at = null, pay_by = null`;
  buyer = await aCustomer();
  began = new Date();
  atMinute(0);
});
afterEach(async () => {
  setShopTime(undefined);
  await gateway.comeBack();
  Object.assign(gateway, { uniqueReceipts: false, refundStatus: "processed" });
  expect(Object.values(gateway.faults).flat()).toEqual([]);
});
afterAll(async () => {
  await expectStockRight();
  expect((await checkPayments(process.env.DATABASE_URL ?? "")).differences).toEqual([]);
});

const callback = (fields: Record<string, string>, write = writeAtOnce) =>
  receiveCallback(callbackForm.parse(fields), write);
const webhook = ({ body, headers }: { body: string; headers: Record<string, string> }, write = writeAtOnce) =>
  receiveWebhook(body, new Headers(headers), write);
const tell = (name: string, payment: GatewayPayment, write?: Write) => webhook(gateway.event(name, payment), write);
/** Asks the gateway for what is due after so many minutes. */
async function job(minutes: number) {
  atMinute(minutes);
  await askPaymentGateway();
}

/** A new order, with the gateway's order for it. */
async function anOpenOrder() {
  const order = await onlineOrder(buyer);
  return { ...order, made: await gatewayOrderOf(buyer, order.id) };
}
/** The orders that the gateway has made for an order, the oldest first. */
const madeFor = (id: number) =>
  gateway.orders.filter(({ receipt }: GatewayOrder) => receipt === `MTH${id}` || receipt?.startsWith(`MTH${id}-`));
const entriesOf = async (id: number) =>
  (await orderNow(id)).payments.map(({ method, state, amount, reference }) => [method, state, amount, reference]);
const received = ({ id, amount }: GatewayPayment) => ["online", "received", amount / 100, id];
const failureOf = async (id: number) =>
  (await sql`select failure from online_payments where order_id = ${id}`)[0]?.failure as string | null;
const messagesOf = async (id: number) =>
  (await sql`select kind from messages where order_id = ${id} order by id`).map(({ kind }) => kind);
const askedFor = (made: string) =>
  gateway.calls.filter(({ name, path }) => name === "orderPayments" && path.includes(made)).length;

describe("a payment", () => {
  test("is recorded once by its callback, webhooks and the job", async () => {
    const { id, made } = await anOpenOrder();
    const payment = gateway.pay(made);
    expect(await callback(gateway.callbackFields(payment))).toBe(id);
    await tell("payment.captured", payment);
    await tell("order.paid", payment);
    await job(60);
    expect(await entriesOf(id)).toEqual([received(payment)]);
  });

  test("is recorded once by all of them at once", async () => {
    for (let round = 0; round < 5; round++) {
      const { id, made } = await anOpenOrder();
      const payment = gateway.pay(made);
      const twice = gateway.event("payment.captured", payment);
      const ways = [
        () => callback(gateway.callbackFields(payment), writeWide),
        () => tell("payment.captured", payment, writeWide),
        () => tell("order.paid", payment, writeWide),
        () => webhook(twice, writeWide),
        () => askPaymentGateway(),
      ];
      atMinute(1);
      const tries = await atOnce(20, async (i) => ways[i % ways.length]?.());
      expect(done(tries)).toHaveLength(20);
      expect(await entriesOf(id)).toEqual([received(payment)]);
      expect((await orderNow(id)).payment).toMatchObject({ state: "paid", paid: 500, due: 0 });
      expect((await messagesOf(id)).filter((kind) => kind === "payment_received")).toHaveLength(1);
    }
  });

  test("is recorded once in any order of what says it", async () => {
    const { id, made } = await anOpenOrder();
    const payment = gateway.pay(made, { status: "failed" });
    const failed = gateway.event("payment.failed", payment);
    const fields = gateway.callbackFields(payment);
    gateway.capture(payment.id);
    await tell("order.paid", payment);
    await webhook(failed);
    await callback(fields);
    await tell("payment.captured", payment);
    await callback(gateway.callbackFields(payment));
    await job(30);
    expect(await entriesOf(id)).toEqual([received(payment)]);
    expect((await orderNow(id)).status).toBe("Pending");
    expect(await failureOf(id)).toBeNull();
  });

  test("that is only authorized counts as nothing, and is asked for again until it is captured", async () => {
    const { id, made } = await anOpenOrder();
    const payment = gateway.pay(made, { status: "authorized" });
    expect(await callback(gateway.callbackFields(payment))).toBe(id);
    await tell("payment.authorized", payment);
    await askPaymentGateway();
    expect(askedFor(made)).toBe(1);
    await job(1);
    expect(askedFor(made)).toBe(2);
    expect(await entriesOf(id)).toEqual([]);
    gateway.capture(payment.id);
    await job(3);
    expect(await entriesOf(id)).toEqual([received(payment)]);
  });

  test("that failed leaves the gateway's words, until the same one comes in late", async () => {
    const { id, made } = await anOpenOrder();
    const payment = gateway.pay(made, { status: "failed" });
    expect(await callback(gateway.callbackFields(payment))).toBe(id);
    expect([await failureOf(id), await entriesOf(id)]).toEqual(["Payment failed", []]);
    gateway.capture(payment.id);
    await tell("payment.captured", payment);
    expect([await failureOf(id), await entriesOf(id)]).toEqual([null, [received(payment)]]);
  });

  test("an event is done once, and one that fails is done when it comes again", async () => {
    const { id, made } = await anOpenOrder();
    const payment = gateway.pay(made);
    const event = gateway.event("payment.captured", payment);
    const fails: Write = (work) =>
      wide.transaction(async (tx) => {
        await work(tx);
        throw new Error("ended by a test");
      });
    await expect(webhook(event, fails)).rejects.toThrow("ended by a test");
    expect(await entriesOf(id)).toEqual([]);
    await webhook(event);
    const failed = { ...payment, status: "failed" as const, captured: false, id: "pay_other", error_description: "No" };
    await webhook(gateway.event("payment.failed", failed, event.headers["x-razorpay-event-id"]));
    expect([await entriesOf(id), await failureOf(id)]).toEqual([[received(payment)], null]);
  });

  test("of an order that stays locked is left to the job, so that the gateway is answered in time", async () => {
    const { id, made } = await anOpenOrder();
    const payment = gateway.pay(made);
    const lock = await hold((on) => on`select 1 from orders where id = ${id} for no key update`);
    const since = performance.now();
    await tell("payment.captured", payment);
    expect(performance.now() - since).toBeLessThan(2000);
    await lock.release();
    await askPaymentGateway();
    expect(await entriesOf(id)).toEqual([received(payment)]);
  });

  test("is what was captured: less is a part, and what is due then is another order of the gateway", async () => {
    const { id, made } = await anOpenOrder();
    const part = gateway.pay(made, { amount: 300_00 });
    await callback(gateway.callbackFields(part));
    expect((await orderNow(id)).payment).toEqual({ method: "online", state: "part_paid", paid: 300, due: 200 });
    const rest = await openCheckout(buyer, id, writeAtOnce);
    expect([rest.amount, madeFor(id).map(({ receipt, amount }) => [receipt, amount])]).toEqual([
      200,
      [
        [`MTH${id}`, 500_00],
        [`MTH${id}-2`, 200_00],
      ],
    ]);
    // The first one can still be paid.
    const whole = gateway.pay(made);
    await tell("payment.captured", whole);
    expect(await entriesOf(id)).toEqual([received(part), received(whole)]);
    expect((await orderNow(id)).payment).toEqual({ method: "online", state: "paid", paid: 800, due: 0 });
    expect(await leftOf(id)).toBe(300);
  });

  test("a second one of a paid order is recorded, and is to be refunded", async () => {
    const { id, made } = await anOpenOrder();
    const [first, second] = [gateway.pay(made), gateway.pay(made)];
    await callback(gateway.callbackFields(first));
    await tell("payment.captured", second);
    expect(await entriesOf(id)).toEqual([received(first), received(second)]);
    expect(await leftOf(id)).toBe(500);
  });

  test("of an order that was cancelled or has expired is recorded, and is to be refunded", async () => {
    const [cancelled, expired] = [await anOpenOrder(), await anOpenOrder()];
    await cancelOrder(buyer, cancelled.id, pool);
    await job(30);
    for (const { id, made } of [cancelled, expired]) {
      const payment = gateway.pay(made);
      await callback(gateway.callbackFields(payment));
      expect(await entriesOf(id)).toEqual([received(payment)]);
      expect((await orderNow(id)).status).toBe("Cancelled");
      expect(await leftOf(id)).toBe(500);
    }
  });

  test("is refunded, pending first", async () => {
    const { id, made } = await anOpenOrder();
    const payment = gateway.pay(made);
    await callback(gateway.callbackFields(payment));
    gateway.refundStatus = "pending";
    const asked = await askForRefund(admin, id, { amount: 200, reason: "Box" }, pool);
    expect(await sendRefunds(asked, writeAtOnce)).toMatchObject({ left: 0, isAway: false });
    expect((await orderNow(id)).payments.at(-1)).toMatchObject({ state: "refund_pending", amount: 200 });
    const refund = gateway.refunds.at(-1)!;
    gateway.settle(refund.id, "processed");
    await webhook(gateway.event("refund.processed", refund));
    expect((await orderNow(id)).payments.at(-1)).toMatchObject({ state: "refunded", reference: refund.id });
  });
});

/** What is to be refunded of an order, in rupees; it is in the list of such orders, too. */
async function leftOf(id: number) {
  const { items } = await listAllOrders(admin, ordersQuery.parse({ payment: "to_refund", pageSize: 100 }));
  expect(items.map((order) => order.id)).toContain(id);
  return (await paymentTasks(admin)).toRefund.find((order) => order.id === id)?.left;
}

describe("the gateway's order", () => {
  const made = async (id: number) => done(await atOnce(8, () => openCheckout(buyer, id, writeWide)));

  test("is made once, however many open the page at once", async () => {
    const { id } = await onlineOrder(buyer);
    const opened = await made(id);
    expect([opened.length, new Set(opened.map(({ orderId }) => orderId)).size]).toEqual([8, 1]);
    expect(madeFor(id)).toHaveLength(1);
  });

  test("has what the gateway's page needs", async () => {
    const { id } = await onlineOrder(buyer);
    const { url, amount, orderId, fields } = await openCheckout(buyer, id, writeAtOnce);
    expect([url, amount]).toEqual([`${gateway.url}/v1/checkout/embedded`, 500]);
    expect(fields).toMatchObject({
      key_id: gateway.keyId,
      order_id: orderId,
      name: "Mithaas",
      description: `Order #${id}`,
      "prefill[email]": buyer.email,
      "prefill[contact]": "98200 00000",
      callback_url: expect.stringMatching(/\/api\/payments\/razorpay\/callback$/),
      cancel_url: expect.stringMatching(new RegExp(`/orders/${id}$`)),
    });
  });

  test.each(["lost", "unreadable", "errorAfter"] as const)(
    "is found by its receipt after an answer that is %s",
    async (fault) => {
      for (const uniqueReceipts of [false, true]) {
        gateway.uniqueReceipts = uniqueReceipts;
        const { id } = await onlineOrder(buyer);
        gateway.faults.createOrder.push(fault);
        const refused = await refusal(openCheckout(buyer, id, writeAtOnce));
        expect(refused.code).toBe("service_unavailable");
        const { orderId } = await openCheckout(buyer, id, writeAtOnce);
        expect(madeFor(id)).toMatchObject([{ id: orderId }]);
      }
    },
  );

  test("is made later when the gateway was away, or did not do it", async () => {
    const { id } = await onlineOrder(buyer);
    await gateway.goAway();
    expect((await refusal(openCheckout(buyer, id, writeAtOnce))).code).toBe("service_unavailable");
    await gateway.comeBack();
    gateway.faults.createOrder.push("error");
    expect((await refusal(openCheckout(buyer, id, writeAtOnce))).code).toBe("service_unavailable");
    const { orderId } = await openCheckout(buyer, id, writeAtOnce);
    expect(madeFor(id)).toMatchObject([{ id: orderId }]);
  });

  test.each([
    ["before it has asked", 0],
    ["before it has stored the answer", 1],
  ])("of a request that is killed %s is kept for it for a while, and then found", async (_when, asked) => {
    const { id } = await onlineOrder(buyer);
    let writes = 0;
    const killed: Write = async (work) => {
      const result = writes++ < 1 ? await writeAtOnce(work) : undefined;
      if (writes > asked) throw new Error("killed by a test");
      return result as never;
    };
    await expect(openCheckout(buyer, id, killed)).rejects.toThrow("killed by a test");
    expect(madeFor(id)).toHaveLength(asked);
    const other = openCheckout(buyer, id, writeAtOnce);
    expect(await Promise.race([other, setTimeout(600, "waits")])).toBe("waits");
    await sql`update gateway_orders set leased_until = now() - interval '1 second' where order_id = ${id}`;
    const { orderId } = await other;
    expect(madeFor(id)).toMatchObject([{ id: orderId }]);
  });

  test("is another one after staff changed the order, and the first one again when they change it back", async () => {
    const { id, made, sweet } = await anOpenOrder();
    await changeItems(admin, id, { items: [many(sweet, 2)] }, pool);
    const second = await openCheckout(buyer, id, writeAtOnce);
    expect([second.amount, madeFor(id).map(({ receipt }) => receipt)]).toEqual([1000, [`MTH${id}`, `MTH${id}-2`]]);
    await changeItems(admin, id, { items: [many(sweet, 1)] }, pool);
    expect(await gatewayOrderOf(buyer, id)).toBe(made);
  });

  test("that was paid is not used again when as much is due once more", async () => {
    const { id, made, sweet } = await anOpenOrder();
    await tell("payment.captured", gateway.pay(made));
    await changeItems(admin, id, { items: [many(sweet, 2)] }, pool);
    const second = await openCheckout(buyer, id, writeAtOnce);
    expect([second.amount, madeFor(id)]).toMatchObject([
      500,
      [{ id: made }, { id: second.orderId, status: "created" }],
    ]);
    expect(await gatewayOrderOf(buyer, id)).toBe(second.orderId);
    await tell("payment.captured", gateway.pay(second.orderId));
    expect((await orderNow(id)).payment).toMatchObject({ state: "paid", paid: 1000, due: 0 });
  });

  test("is refused for what is paid, cancelled, claimed or somebody else's", async () => {
    const code = async (id: number, who = buyer) => (await refusal(openCheckout(who, id, writeAtOnce))).code;
    const [paid, cancelled, claimed] = [await anOpenOrder(), await onlineOrder(buyer), await onlineOrder(buyer)];
    expect(await code(paid.id, await aCustomer())).toBe("not_found");
    await tell("payment.captured", gateway.pay(paid.made));
    await cancelOrder(buyer, cancelled.id, pool);
    await claimPayment(buyer, claimed.id, { utr: aUtr() }, pool);
    for (const { id } of [paid, cancelled, claimed]) expect(await code(id)).toBe("conflict");
    expect(await code(2_000_000_000)).toBe("not_found");
  });
});

describe("an order that is not paid in time", () => {
  test("is cancelled at its minute, once, by however many ask", async () => {
    const { id, made, sweet } = await anOpenOrder();
    await job(29.9);
    expect(await quantityOf(sweet)).toBe(99);
    const before = askedFor(made);
    atMinute(30);
    await atOnce(4, () => askPaymentGateway());
    expect(askedFor(made)).toBe(before + 1);
    const order = await orderNow(id);
    expect(order.history.at(-1)).toMatchObject({ to: "Cancelled", reason: "Not paid in time", by: null });
    expect(order.history).toHaveLength(2);
    expect(await quantityOf(sweet)).toBe(100);
    expect((await messagesOf(id)).filter((kind) => kind === "order_cancelled")).toHaveLength(1);
  });

  test("has the time of the settings", async () => {
    await setSettings("payments", { online: { active: true, holdMinutes: 15 } });
    const { id } = await onlineOrder(buyer);
    await setSettings("payments", { online: { active: true, holdMinutes: 30 } });
    await job(14.9);
    expect((await orderNow(id)).status).toBe("Pending");
    await job(15);
    expect((await orderNow(id)).status).toBe("Cancelled");
  });

  test("is not cancelled while the gateway gives no answer, is asked for each minute then, and is cancelled at the first answer", async () => {
    const { id, made } = await anOpenOrder();
    gateway.faults.orderPayments.push("error", "unreadable", "lost");
    for (const minute of [30, 30.5, 31, 31.5, 32, 32.5]) {
      await job(minute);
      expect((await orderNow(id)).status).toBe("Pending");
    }
    expect(askedFor(made)).toBe(3);
    await job(33);
    expect((await orderNow(id)).status).toBe("Cancelled");
  });

  test("is paid when the gateway comes back with its payment", async () => {
    const { id, made } = await anOpenOrder();
    const payment = gateway.pay(made);
    await gateway.goAway();
    expect(await callback(gateway.callbackFields(payment))).toBe(id);
    for (const minute of [0, 1, 30, 31, 500]) await job(minute);
    expect((await orderNow(id)).status).toBe("Pending");
    await gateway.comeBack();
    await job(501);
    expect([(await orderNow(id)).status, await entriesOf(id)]).toEqual(["Pending", [received(payment)]]);
  });

  test("waits for the gateway for a day at most", async () => {
    const { id } = await anOpenOrder();
    await gateway.goAway();
    for (const minute of [30, 31, 30 + 1439]) await job(minute);
    expect((await orderNow(id)).status).toBe("Pending");
    await job(30 + 1440);
    expect((await orderNow(id)).status).toBe("Cancelled");
  });

  test("loses no payment of that second, whoever gets the order first", async () => {
    for (let round = 0; round < 30; round++) {
      const { id, made, sweet } = await anOpenOrder();
      const paysFirst = round % 2 === 0;
      const lock = await hold((on) => on`select 1 from orders where id = ${id} for no key update`);
      let recorded: Promise<unknown> | undefined;
      const record = () => {
        const payment = gateway.pay(made);
        recorded = recordOnlinePayment(
          { id: payment.id, orderId: made, amount: 500_00, state: "captured", fee: null, failure: null },
          wide,
        );
      };
      // The gateway has answered that there is no payment, and then there is one.
      gateway.onNext("orderPayments", async () => {
        if (!paysFirst) return;
        record();
        await waitingForALock();
      });
      atMinute(30);
      const asked = askPaymentGateway();
      await waitingForALock(paysFirst ? 2 : 1);
      if (!paysFirst) {
        record();
        await waitingForALock(2);
      }
      await lock.release();
      await Promise.all([asked, recorded]);
      const { status, payment } = await orderNow(id);
      expect([status, payment.paid, await quantityOf(sweet)]).toEqual(
        paysFirst ? ["Pending", 500, 99] : ["Cancelled", 500, 100],
      );
      if (!paysFirst) expect(await leftOf(id)).toBe(500);
      await sql`update online_payments set ask_at = null`;
      atMinute(0);
    }
  });

  test("is left alone when staff took it up, a UTR was sent, a part has come in, or it is paid on delivery", async () => {
    const orders = [await anOpenOrder(), await anOpenOrder(), await anOpenOrder(), await anOpenOrder()] as const;
    const [taken, claimed, part, onDelivery] = orders;
    await setOrderStatus(admin, taken.id, "Processing", pool);
    await claimPayment(buyer, claimed.id, { utr: aUtr() }, pool);
    await recordPayment(admin, part.id, cash(100), pool);
    await payOnDelivery(buyer, onDelivery.id, pool);
    for (const minute of [30, 90]) await job(minute);
    const statuses = await Promise.all(orders.map(async ({ id }) => (await orderNow(id)).status));
    expect(statuses).toEqual(["Processing", "Pending", "Pending", "Pending"]);
  });

  test("is left alone when its customer chose to pay on delivery while the gateway was asked", async () => {
    const { id } = await anOpenOrder();
    gateway.onNext("orderPayments", () => payOnDelivery(buyer, id, wide));
    await job(30);
    expect((await orderNow(id)).status).toBe("Pending");
  });

  test("is cancelled once: staff may take it up again", async () => {
    const { id } = await anOpenOrder();
    await job(30);
    await setOrderStatus(admin, id, "Pending", pool);
    for (const minute of [60, 120]) await job(minute);
    expect((await orderNow(id)).status).toBe("Pending");
  });
});

describe("the job", () => {
  const hours = Array.from({ length: 24 }, (_, hour) => (hour + 1) * 60);
  const planned = [1, 3, 10, 30, ...hours];

  test.each(["that expired", "that is paid on delivery"])(
    "asks for an order %s after 1, 3, 10 and 30 minutes, then each hour for a day",
    async (which) => {
      const { id, made } = await anOpenOrder();
      if (which !== "that expired") await payOnDelivery(buyer, id, pool);
      const asked: number[] = [];
      for (const minute of [...planned, 25 * 60, 26 * 60].flatMap((at) => [at - 0.1, at, at + 0.1])) {
        const before = askedFor(made);
        await job(minute);
        if (askedFor(made) > before) asked.push(minute);
      }
      expect(asked).toEqual(planned);
    },
  );

  test("begins again when the page is opened after that day", async () => {
    const { id, made } = await anOpenOrder();
    await payOnDelivery(buyer, id, pool);
    for (const minute of [1440, 1500]) await job(minute);
    await openCheckout(buyer, id, writeAtOnce);
    for (const minute of [1501, 1502]) await job(minute);
    const payment = gateway.pay(made);
    await job(1503);
    expect(await entriesOf(id)).toEqual([received(payment)]);
  });

  test("asks soon for what a callback could not ask for, also when it is asking just then", async () => {
    const { id, made } = await anOpenOrder();
    let payment: GatewayPayment | undefined;
    gateway.onNext("orderPayments", async () => {
      payment = gateway.pay(made);
      gateway.faults.payment.push("error");
      await callback(gateway.callbackFields(payment));
    });
    await job(1);
    await job(1.1);
    expect(await entriesOf(id)).toEqual([payment && received(payment)]);
  });
});

describe("paying on delivery instead", () => {
  const refused = (id: number, who = buyer) => refusal(payOnDelivery(who, id, pool));

  test("is done once for an unpaid order, which can still be paid online", async () => {
    const { id, made } = await anOpenOrder();
    for (let times = 0; times < 2; times++) await payOnDelivery(buyer, id, pool);
    expect((await orderNow(id)).payment).toEqual({ method: "cod", state: "unpaid", paid: 0, due: 500 });
    expect(await gatewayOrderOf(buyer, id)).toBe(made);
  });

  test("is refused for what is paid, cancelled, claimed or somebody else's", async () => {
    const [paid, cancelled, claimed] = [await anOpenOrder(), await onlineOrder(buyer), await onlineOrder(buyer)];
    expect((await refused(paid.id, await aCustomer())).code).toBe("not_found");
    await payOnDelivery(buyer, paid.id, pool);
    await payOnDelivery(buyer, cancelled.id, pool);
    await tell("payment.captured", gateway.pay(paid.made));
    await cancelOrder(buyer, cancelled.id, pool);
    await claimPayment(buyer, claimed.id, { utr: aUtr() }, pool);
    for (const { id } of [paid, cancelled, claimed]) expect((await refused(id)).code).toBe("conflict");
  });

  test("is refused above what the shop takes on delivery", async () => {
    const { id } = await onlineOrder(buyer);
    const online = { active: true, holdMinutes: 30 };
    await setSettings("payments", { online, cod: { active: true, upTo: 499 } });
    expect(await refused(id)).toMatchObject({ code: "cod_unavailable", upTo: 499 });
    await setSettings("payments", { online, cod: { active: false, upTo: null } });
    expect(await refused(id)).toMatchObject({ code: "cod_unavailable", upTo: 0 });
    await setSettings("payments", { online });
    await payOnDelivery(buyer, id, pool);
  });
});
