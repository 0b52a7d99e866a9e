// Refunds by the payment gateway (docs/behaviour.md#paid-online): money goes back once, and has one credit note, whatever is lost on the way.
// Slow: waits for a gateway that never answers, and for many requests at once.
import "./gateway";
import { beforeEach, describe, expect, test } from "vitest";
import { writeAtOnce } from "@/db/write-slots";
import type { Actor, Customer } from "@/lib/auth/actor";
import { setShopTime, shopNow } from "@/lib/clock";
import { requestHash } from "@/lib/http/idempotency";
import type { Operation } from "@/lib/http/operation";
import { runRequest } from "@/lib/http/pipeline";
import { askPaymentGateway, receiveWebhook } from "@/lib/orders/online-payments";
import { setOrderStatuses, settleOrder } from "@/lib/orders/operations";
import { refundOrder } from "@/lib/orders/payment-operations";
import { askForRefund, sendRefunds } from "@/lib/orders/refund-commands";
import { outcomeOf, setOrderStatus } from "@/lib/orders/status-commands";
import { recordPayment } from "@/lib/payments/commands";
import { paymentInput, refundInput } from "@/lib/payments/schema";
import { paymentTasks } from "@/lib/payments/task-queries";
import { atOnce, done, refusal, refusals } from "../support/database";
import { aCustomer } from "../support/factories";
import { pool, sql } from "../support/sql";
import { cash } from "./money";
import { admin, gateway, gatewayOrderOf, onlineOrder, orderNow } from "./online-world";

let buyer: Customer;
beforeEach(async () => {
  buyer = await aCustomer();
  await gateway.comeBack();
  gateway.refundStatus = "processed";
  for (const faults of Object.values(gateway.faults)) faults.length = 0;
});

const headers = new Headers();
/** Asks for an operation as the API does, with a key or without. */
async function request(asked: unknown, input: object, key?: string, actor: Actor = admin): Promise<any> {
  const { answer } = await runRequest<any>(asked as Operation, {
    session: "api",
    headers,
    identify: async () => ({ actor, cartToken: null, byCookie: false }),
    parse: async (caller) => ({
      input,
      image: null,
      key: key ? { key, hash: requestHash(JSON.stringify(input)) } : null,
      caller,
    }),
    answer: (result) => result,
    store: (answer) => ({ status: 200, json: JSON.stringify(answer) }),
    restore: ({ json }) => JSON.parse(json),
  });
  return answer;
}
type Refund = { amount: number; reason?: string; method?: "cash"; key?: string };
const refund = (id: number, { key, ...given }: Refund): Promise<any> =>
  request(refundOrder, { id, reason: "A box", ...given }, key);
const isAway = { code: "service_unavailable", retryAfter: expect.any(Number) };

const webhook = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  receiveWebhook(body, new Headers(headers), writeAtOnce);
/** The job, so many minutes from now. */
async function job(minutes = 2) {
  setShopTime(new Date(shopNow().getTime() + minutes * 60_000));
  await askPaymentGateway().finally(() => setShopTime(undefined));
}

/** An order of ₹500 that was paid online by payments of these amounts in rupees; shipped, and so invoiced, unless it is not. */
async function paidOrder(amounts = [500], { shipped = true } = {}) {
  const { id } = await onlineOrder(buyer);
  const gatewayId = await gatewayOrderOf(buyer, id);
  const payments = [];
  for (const amount of amounts) {
    const payment = gateway.pay(gatewayId, { amount: amount * 100 });
    await webhook(gateway.event("payment.captured", payment));
    payments.push(payment);
  }
  if (shipped) await setOrderStatus(admin, id, "Shipped", pool);
  return { id, payments };
}
/** The credit notes of an order, in rupees. */
const notes = async (id: number) =>
  (await sql`select total from invoices where order_id = ${id} and kind = 'credit_note' order by id`).map(
    ({ total }) => total / 100,
  );
/** What went back of an order, with its states, and its credit notes. */
async function state(id: number) {
  const { payment, payments } = await orderNow(id);
  const refunds = payments.filter(({ state }) => state.startsWith("refund"));
  return {
    paid: payment.paid,
    state: payment.state,
    refunds: refunds.map(({ state, amount, method }) => [state, amount, method]),
    notes: await notes(id),
  };
}
/** What the gateway has paid back of an order, in rupees: refunds that have not failed. */
const goneAtGateway = (payments: { id: string }[]) =>
  gateway.refunds
    .filter(({ payment_id, status }) => status !== "failed" && payments.some(({ id }) => id === payment_id))
    .map(({ amount }) => amount / 100);
const owed = async (id: number) =>
  (await paymentTasks(admin, { all: true })).toRefund.find((order) => order.id === id)?.left;
const messagesOf = async (id: number) =>
  (await sql`select kind from messages where order_id = ${id} and kind in ('refund', 'refund_failed') order by id`).map(
    ({ kind }) => kind,
  );

describe("a refund", () => {
  test("of a part and of the rest, with a credit note each", async () => {
    const { id, payments } = await paidOrder();
    expect(await refund(id, { amount: 120.5 })).toMatchObject({ left: 0, order: { payment: { paid: 379.5 } } });
    expect(await refund(id, { amount: 379.5 })).toMatchObject({ left: 0, order: { payment: { state: "refunded" } } });
    expect(await state(id)).toEqual({
      paid: 0,
      state: "refunded",
      refunds: [120.5, 379.5].map((amount) => ["refunded", amount, "online"]),
      notes: [120.5, 379.5],
    });
    expect(goneAtGateway(payments)).toEqual([120.5, 379.5]);
    expect((await orderNow(id)).payments.at(-1)).toMatchObject({ reference: gateway.refunds.at(-1)?.id });
    expect(await refusal(refund(id, { amount: 1 }))).toMatchObject({ code: "overpaid", due: 0 });
  });

  test("of several payments takes the newest first, as several entries with one credit note", async () => {
    const { id, payments } = await paidOrder([200, 300]);
    await refund(id, { amount: 350 });
    expect(await state(id)).toMatchObject({
      refunds: [
        ["refunded", 300, "online"],
        ["refunded", 50, "online"],
      ],
      notes: [350],
    });
    expect(gateway.refunds.slice(-2).map(({ payment_id }) => payment_id)).toEqual([payments[1]?.id, payments[0]?.id]);
  });

  test("of more than was paid online needs a method, which asks the gateway for nothing", async () => {
    const { id, payments } = await paidOrder([300]);
    await recordPayment(admin, id, cash(200), pool);
    expect(await refusal(refund(id, { amount: 400 }))).toMatchObject({ code: "overpaid", available: 300 });
    expect(await refusal(refund(id, { amount: 501 }))).toMatchObject({ code: "overpaid", due: 500, available: 300 });
    await refund(id, { amount: 250, method: "cash" });
    expect(goneAtGateway(payments)).toEqual([]);
    expect(await refusal(refund(id, { amount: 251 }))).toMatchObject({ code: "overpaid", due: 250, available: 250 });
    await refund(id, { amount: 250 });
    expect(goneAtGateway(payments)).toEqual([250]);
    expect(await state(id)).toMatchObject({ paid: 0, state: "refunded", notes: [250, 250] });
  });

  test("is never recorded as online by hand", () => {
    for (const [schema, fields] of [
      [refundInput, { amount: 1, reason: "A box" }],
      [paymentInput, { amount: 1 }],
    ] as const) {
      expect(schema.safeParse({ ...fields, method: "cash" }).success).toBe(true);
      expect(schema.safeParse({ ...fields, method: "online" }).error?.issues[0]?.path).toEqual(["method"]);
    }
  });

  test("before the invoice, or pending while it is issued, is credited with it", async () => {
    const { id } = await paidOrder([500], { shipped: false });
    await refund(id, { amount: 100 });
    gateway.refundStatus = "pending";
    await refund(id, { amount: 50 });
    expect(await notes(id)).toEqual([]);
    await setOrderStatus(admin, id, "Shipped", pool);
    expect(await notes(id)).toEqual([150]);
    await webhook(gateway.event("refund.processed", gateway.settle(gateway.refunds.at(-1)!.id, "processed")));
    expect(await state(id)).toMatchObject({ paid: 350, notes: [150] });

    const failing = await paidOrder([500], { shipped: false });
    await refund(failing.id, { amount: 50 });
    await webhook(gateway.event("refund.failed", gateway.settle(gateway.refunds.at(-1)!.id, "failed")));
    gateway.refundStatus = "processed";
    await setOrderStatus(admin, failing.id, "Shipped", pool);
    await refund(failing.id, { amount: 50 });
    expect(await state(failing.id)).toMatchObject({ paid: 450, notes: [50] });
  });
});

describe("a pending refund", () => {
  async function pending(amount = 200) {
    gateway.refundStatus = "pending";
    const order = await paidOrder();
    expect(await refund(order.id, { amount })).toMatchObject({ left: 0 });
    return { ...order, made: gateway.refunds.at(-1)! };
  }

  test("counts against what can be refunded, and changes neither what is paid nor the order's state", async () => {
    const { id } = await pending();
    expect(await state(id)).toEqual({
      paid: 500,
      state: "paid",
      refunds: [["refund_pending", 200, "online"]],
      notes: [200],
    });
    expect(await refusal(refund(id, { amount: 301 }))).toMatchObject({ code: "overpaid", due: 300 });
    expect(await refusal(refund(id, { amount: 301, method: "cash" }))).toMatchObject({ code: "overpaid", due: 300 });
    expect(await messagesOf(id)).toEqual([]);
  });

  test.each(["webhook", "job"])("is refunded by the %s, once", async (by) => {
    const { id, made } = await pending();
    gateway.settle(made.id, "processed");
    for (let i = 0; i < 2; i++)
      if (by === "webhook") await webhook(gateway.event("refund.processed", made));
      else await job(61);
    expect(await state(id)).toMatchObject({ paid: 300, state: "part_refunded", notes: [200] });
    expect(await messagesOf(id)).toEqual(["refund"]);
  });

  test.each(["webhook", "job"])("fails by the %s: the owner gets a message, and it is tried again", async (by) => {
    const { id, made, payments } = await pending();
    gateway.settle(made.id, "failed");
    for (let i = 0; i < 2; i++)
      if (by === "webhook") await webhook(gateway.event("refund.failed", made));
      else await job(61);
    expect(await state(id)).toMatchObject({ paid: 500, refunds: [["refund_failed", 200, "online"]], notes: [200] });
    expect(await messagesOf(id)).toEqual(["refund_failed"]);
    expect(await owed(id)).toBe(200);
    gateway.refundStatus = "processed";
    await refund(id, { amount: 200 });
    expect(await state(id)).toMatchObject({ paid: 300, notes: [200] });
    expect(goneAtGateway(payments)).toEqual([200]);
    expect(await owed(id)).toBeUndefined();
  });

  test("that failed is recorded by hand; what goes beyond it has a credit note of its own", async () => {
    const { id, made, payments } = await pending();
    await webhook(gateway.event("refund.failed", gateway.settle(made.id, "failed")));
    await refund(id, { amount: 150, method: "cash" });
    expect([await notes(id), await owed(id)]).toEqual([[200], 50]);
    await refund(id, { amount: 80, method: "cash" });
    expect([await notes(id), await owed(id)]).toEqual([[200, 30], undefined]);
    expect(goneAtGateway(payments)).toEqual([]);
  });

  test("whose webhook comes before the answer of the call stays as the webhook said", async () => {
    for (const outcome of ["processed", "failed"] as const) {
      gateway.refundStatus = "pending";
      const { id } = await paidOrder();
      gateway.onNext("refund", async () => {
        const made = gateway.settle(gateway.refunds.at(-1)!.id, outcome);
        await webhook(gateway.event(`refund.${outcome}`, made, `evt-${id}`));
        await webhook(gateway.event(`refund.${outcome}`, made, `evt-${id}`));
        await webhook(gateway.event(`refund.${outcome}`, made));
      });
      expect(await refund(id, { amount: 200 })).toMatchObject({ left: outcome === "failed" ? 200 : 0 });
      expect(await state(id)).toMatchObject({
        refunds: [[outcome === "failed" ? "refund_failed" : "refunded", 200, "online"]],
        notes: [200],
      });
      await job(61);
      expect(await messagesOf(id)).toEqual([outcome === "failed" ? "refund_failed" : "refund"]);
    }
  });

  test("that was made can still be sent back by the bank, and never the other way round", async () => {
    const { id, made } = await pending(500);
    gateway.settle(made.id, "processed");
    const processed = gateway.event("refund.processed", made);
    await webhook(processed);
    expect(await state(id)).toMatchObject({ paid: 0, state: "refunded" });
    await webhook(gateway.event("refund.failed", gateway.settle(made.id, "failed")));
    await webhook(gateway.event("refund.processed", made));
    expect(await state(id)).toMatchObject({ paid: 500, state: "paid", notes: [500] });
    expect(await owed(id)).toBe(500);
    expect(await messagesOf(id)).toEqual(["refund", "refund_failed"]);
  });
});

describe("a refund that the gateway refuses", () => {
  test("has failed: the answer says what is left, and it is tried again without a second credit note", async () => {
    const { id, payments } = await paidOrder();
    gateway.refundStatus = "refused";
    expect(await refund(id, { amount: 200 })).toMatchObject({ left: 200 });
    expect(await state(id)).toMatchObject({ paid: 500, refunds: [["refund_failed", 200, "online"]], notes: [200] });
    expect([await messagesOf(id), await owed(id)]).toEqual([["refund_failed"], 200]);
    gateway.refundStatus = "processed";
    expect(await refund(id, { amount: 200 })).toMatchObject({ left: 0 });
    expect(await state(id)).toMatchObject({ paid: 300, notes: [200] });
    expect(goneAtGateway(payments)).toEqual([200]);
  });

  test("as the second of two leaves what went, and the rest can be recorded by hand", async () => {
    const { id, payments } = await paidOrder([200, 300]);
    gateway.onNext("refund", () => {
      gateway.refundStatus = "refused";
    });
    expect(await refund(id, { amount: 450 })).toMatchObject({ left: 150, order: { payment: { paid: 200 } } });
    expect(await state(id)).toMatchObject({
      refunds: [
        ["refunded", 300, "online"],
        ["refund_failed", 150, "online"],
      ],
      notes: [450],
    });
    await refund(id, { amount: 150, method: "cash" });
    expect(await state(id)).toMatchObject({ paid: 50, notes: [450] });
    expect(goneAtGateway(payments)).toEqual([300]);
  });
});

describe("while the gateway is away", () => {
  test("a refund leaves nothing, whoever asks at once, and the same request is done later", async () => {
    const { id, payments } = await paidOrder();
    await gateway.goAway();
    const key = crypto.randomUUID();
    expect(await refusal(refund(id, { amount: 200, key }))).toMatchObject(isAway);
    expect(done(await atOnce(4, () => refund(id, { amount: 200, key })))).toEqual([]);
    expect(refusals(await atOnce(4, () => refund(id, { amount: 200 })))).toEqual({ service_unavailable: 4 });
    expect(await state(id)).toEqual({ paid: 500, state: "paid", refunds: [], notes: [] });
    expect(await sql`select 1 from idempotency_keys where scope = 'refunds'`).toEqual([]);
    await gateway.comeBack();
    for (let i = 0; i < 2; i++) expect(await refund(id, { amount: 200, key })).toMatchObject({ left: 0 });
    expect(goneAtGateway(payments)).toEqual([200]);
    expect(await notes(id)).toEqual([200]);
  });

  test("the second of two is not left pending: the answer says what is left", async () => {
    const { id, payments } = await paidOrder([200, 300]);
    gateway.onNext("refund", () => setTimeout(() => void gateway.goAway(), 0));
    // Its answer may be lost with the connection.
    const answer = await refund(id, { amount: 400 }).catch(({ code }) => code);
    await gateway.comeBack();
    if (answer !== "service_unavailable") {
      expect(answer).toMatchObject({ left: 100 });
      expect(await state(id)).toMatchObject({ refunds: [["refunded", 300, "online"]], notes: [300] });
    }
    expect(goneAtGateway(payments)).toEqual([300]);
  });

  test("a refund whose credit note another one has brought along has failed", async () => {
    const { id, payments } = await paidOrder();
    gateway.onNext("refund", async () => {
      // The first one waits for its answer; the second one is stored, and the first one's webhook comes before the keys are changed.
      const asked = await askForRefund(admin, id, { amount: 100, reason: "A box" }, pool);
      await webhook(gateway.event("refund.processed", gateway.refunds.at(-1)!));
      const { keySecret } = gateway;
      Object.assign(gateway, { keySecret: "another one" });
      expect(await sendRefunds(asked, writeAtOnce)).toEqual({ left: 100, isAway: false, isUndone: false });
      Object.assign(gateway, { keySecret });
    });
    await refund(id, { amount: 200 });
    expect(await state(id)).toMatchObject({
      refunds: [
        ["refunded", 200, "online"],
        ["refund_failed", 100, "online"],
      ],
      notes: [300],
    });
    expect([await owed(id), goneAtGateway(payments)]).toEqual([100, [200]]);
  });

  test("keys that are not accepted count as away", async () => {
    const { id } = await paidOrder();
    const { keySecret } = gateway;
    Object.assign(gateway, { keySecret: "another one" });
    expect(await refusal(refund(id, { amount: 200 }))).toMatchObject(isAway);
    Object.assign(gateway, { keySecret });
    expect(await state(id)).toMatchObject({ refunds: [], notes: [] });
  });
});

describe("without a readable answer", () => {
  const faults = ["lost", "unreadable", "errorAfter", "error", "silent"] as const;

  test.each(faults)("(%s) the same request asks again with the same key", async (fault) => {
    const { id, payments } = await paidOrder();
    gateway.faults.refund.push(fault);
    const key = fault === "lost" ? crypto.randomUUID() : undefined;
    expect(await refusal(refund(id, { amount: 200, key }))).toMatchObject(isAway);
    expect(await state(id)).toMatchObject({ paid: 500, refunds: [["refund_pending", 200, "online"]], notes: [200] });
    expect(await refund(id, { amount: 200, key })).toMatchObject({ left: 0 });
    expect(await state(id)).toMatchObject({ paid: 300, refunds: [["refunded", 200, "online"]], notes: [200] });
    expect(goneAtGateway(payments)).toEqual([200]);
    const keys = gateway.calls.filter(({ name }) => name === "refund").slice(-2);
    expect(keys[0]?.key).toBe(keys[1]?.key);
    // One more is another refund.
    await refund(id, { amount: 200 });
    expect(goneAtGateway(payments)).toEqual([200, 200]);
  });

  test.each([
    ["the job", "processed", undefined],
    ["a webhook", "processed", crypto.randomUUID()],
    ["the job", "pending", crypto.randomUUID()],
    ["a webhook", "processed", undefined],
    ["the job", "pending", undefined],
  ] as const)("%s settles it as %s, and the same request pays nothing more", async (by, outcome, key) => {
    gateway.refundStatus = outcome;
    const { id, payments } = await paidOrder();
    gateway.faults.refund.push("lost");
    expect(await refusal(refund(id, { amount: 200, key }))).toMatchObject(isAway);
    if (by === "the job") await job();
    else await webhook(gateway.event("refund.processed", gateway.refunds.at(-1)!));
    const settled = await state(id);
    expect(settled.refunds).toEqual([[outcome === "pending" ? "refund_pending" : "refunded", 200, "online"]]);
    for (let i = 0; i < (key ? 2 : 1); i++) expect(await refund(id, { amount: 200, key })).toMatchObject({ left: 0 });
    expect(await state(id)).toEqual(settled);
    expect([goneAtGateway(payments), settled.notes]).toEqual([[200], [200]]);
  });

  test("what was refused meanwhile starts again", async () => {
    const { id, payments } = await paidOrder();
    gateway.faults.refund.push("error");
    expect(await refusal(refund(id, { amount: 200 }))).toMatchObject(isAway);
    gateway.refundStatus = "refused";
    await job();
    expect(await state(id)).toMatchObject({ refunds: [["refund_failed", 200, "online"]] });
    gateway.refundStatus = "processed";
    expect(await refund(id, { amount: 200 })).toMatchObject({ left: 0 });
    expect([goneAtGateway(payments), await notes(id)]).toEqual([[200], [200]]);
  });

  test("of the second of two, the whole request is asked for again; another amount is another refund", async () => {
    const { id, payments } = await paidOrder([400, 100]);
    gateway.onNext("refund", () => gateway.faults.refund.push("lost"));
    expect(await refusal(refund(id, { amount: 120 }))).toMatchObject(isAway);
    gateway.faults.refund.push("lost");
    expect(await refusal(refund(id, { amount: 60 }))).toMatchObject(isAway);
    expect(await refund(id, { amount: 120 })).toMatchObject({ left: 0 });
    expect(await refund(id, { amount: 60 })).toMatchObject({ left: 0 });
    expect(goneAtGateway(payments)).toEqual([100, 20, 60]);
    expect(await state(id)).toMatchObject({ paid: 320, notes: [120, 60] });
  });

  test("a gateway that goes away then leaves it pending", async () => {
    const { id, payments } = await paidOrder();
    gateway.faults.refund.push("lost");
    expect(await refusal(refund(id, { amount: 200 }))).toMatchObject(isAway);
    await gateway.goAway();
    expect(await refusal(refund(id, { amount: 200 }))).toMatchObject(isAway);
    expect(await state(id)).toMatchObject({ refunds: [["refund_pending", 200, "online"]] });
    await job();
    await gateway.comeBack();
    await job(4);
    expect(await state(id)).toMatchObject({ refunds: [["refunded", 200, "online"]], notes: [200] });
    expect(goneAtGateway(payments)).toEqual([200]);
  });
});

describe("many at once", () => {
  test.each(["at its pace", "slow"])("with one key are one refund (%s)", async (pace) => {
    const { id, payments } = await paidOrder();
    gateway.slowMs = 300;
    if (pace === "slow") gateway.faults.refund.push("slow");
    const key = crypto.randomUUID();
    const tries = await atOnce(8, () => refund(id, { amount: 100, key }));
    // Those that the gateway has not answered while the first was running, and the first tier of the key.
    const refused = Object.keys(refusals(tries));
    expect(["idempotency_key_in_use", "service_unavailable"]).toEqual(expect.arrayContaining(refused));
    expect(done(tries).length).toBeGreaterThan(0);
    for (let i = 0; i < 3; i++) expect(await refund(id, { amount: 100, key })).toMatchObject({ left: 0 });
    expect(goneAtGateway(payments)).toEqual([100]);
    expect(await state(id)).toMatchObject({ paid: 400, refunds: [["refunded", 100, "online"]], notes: [100] });
  });

  test("without a key, or with keys of their own, pay back no more than was received, and what is recorded", async () => {
    const { id, payments } = await paidOrder();
    gateway.slowMs = 50;
    gateway.faults.refund.push("slow", "slow", "lost", "slow");
    await atOnce(8, (i) => refund(id, { amount: 150, key: i % 2 ? crypto.randomUUID() : undefined }));
    await job();
    const gone = goneAtGateway(payments);
    expect(gone.length).toBeLessThanOrEqual(3);
    const { paid, refunds, notes } = await state(id);
    expect(refunds).toEqual(gone.map((amount) => ["refunded", amount, "online"]));
    const sum = gone.reduce((total, amount) => total + amount, 0);
    expect([paid, notes.reduce((total, amount) => total + amount, 0)]).toEqual([500 - sum, sum]);
  });

  test("a call, its webhook and the job are one refund", async () => {
    const { id, payments } = await paidOrder();
    gateway.faults.refund.push("lost");
    await refusal(refund(id, { amount: 200 }));
    const made = gateway.refunds.at(-1)!;
    await atOnce<unknown>(9, (i) =>
      i % 3 === 0
        ? refund(id, { amount: 200, key: "the-same-key-0000" })
        : i % 3 === 1
          ? webhook(gateway.event("refund.processed", made))
          : askPaymentGateway(),
    );
    expect(await state(id)).toMatchObject({ paid: 300, refunds: [["refunded", 200, "online"]], notes: [200] });
    expect(goneAtGateway(payments)).toEqual([200]);
  });
});

describe("a refund that was made in the gateway's dashboard", () => {
  test("is recorded once when it is processed, with a credit note", async () => {
    const { id, payments } = await paidOrder();
    const made = gateway.refund(payments[0]!.id, 150_00);
    await atOnce(4, (i) => webhook(gateway.event("refund.processed", made, i < 2 ? `evt-of-${made.id}` : undefined)));
    expect(await state(id)).toMatchObject({ paid: 350, refunds: [["refunded", 150, "online"]], notes: [150] });
    expect((await orderNow(id)).payments.at(-1)).toMatchObject({ reference: made.id, by: null });
    await webhook(gateway.event("refund.failed", gateway.settle(made.id, "failed")));
    expect(await state(id)).toMatchObject({ paid: 500, refunds: [["refund_failed", 150, "online"]], notes: [150] });
  });

  test("of a payment that is not known yet brings it along", async () => {
    const { id } = await onlineOrder(buyer);
    const payment = gateway.pay(await gatewayOrderOf(buyer, id));
    await webhook(gateway.event("refund.processed", gateway.refund(payment.id, 500_00)));
    await webhook(gateway.event("payment.captured", payment));
    await job();
    expect(await state(id)).toMatchObject({ paid: 0, state: "refunded", refunds: [["refunded", 500, "online"]] });
  });

  test("is taken for one of the shop that has no answer yet, which stays so when that is refused", async () => {
    const { id, payments } = await paidOrder();
    const made = gateway.refund(payments[0]?.id ?? "", 300_00);
    gateway.onNext("refund", () => webhook(gateway.event("refund.processed", made)));
    expect(await refund(id, { amount: 300 })).toMatchObject({ order: { payment: { paid: 200 } }, left: 0 });
    expect(await state(id)).toMatchObject({ refunds: [["refunded", 300, "online"]], notes: [300] });
    expect(goneAtGateway(payments)).toEqual([300]);
  });

  test("after one that has failed needs no credit note", async () => {
    const { id, payments } = await paidOrder();
    gateway.refundStatus = "refused";
    await refund(id, { amount: 200 });
    gateway.refundStatus = "processed";
    await webhook(gateway.event("refund.processed", gateway.refund(payments[0]!.id, 200_00)));
    expect([await notes(id), await owed(id)]).toEqual([[200], undefined]);
  });

  test("that failed, or of a payment that was never captured, changes nothing", async () => {
    const { id, payments } = await paidOrder();
    gateway.refundStatus = "pending";
    const failed = gateway.settle(gateway.refund(payments[0]!.id, 100_00).id, "failed");
    await webhook(gateway.event("refund.failed", failed));
    expect(await state(id)).toMatchObject({ paid: 500, refunds: [], notes: [] });
    const { id: open } = await onlineOrder(buyer);
    const authorized = gateway.pay(await gatewayOrderOf(buyer, open), { status: "authorized" });
    await webhook(gateway.event("refund.processed", gateway.autoRefund(authorized.id)));
    await job();
    expect(await state(open)).toMatchObject({ paid: 0, state: "unpaid", refunds: [] });
  });
});

describe("Cancel with a refund", () => {
  const back = { amount: 500, reason: "Out of ghee" };
  const cancel = async (id: number) => {
    const input = { id, status: "Cancelled", refund: back };
    return outcomeOf(await request(settleOrder, input), input as never).message;
  };
  const cases = {
    processed: ["Order cancelled. ₹500 refunded", { paid: 0, state: "refunded" }],
    pending: ["Order cancelled. ₹500 is on its way back", { paid: 500, state: "paid" }],
    refused: ["Order cancelled. ₹500 is still to be refunded", { paid: 500, state: "paid" }],
    away: ["Order cancelled. ₹500 is still to be refunded", { paid: 500, refunds: [] }],
    lost: ["Order cancelled. ₹500 is on its way back", { paid: 500, state: "paid" }],
  } as const;

  test.each(Object.entries(cases))("cancels whatever the gateway says (%s), by either way", async (how, expected) => {
    for (const several of [false, true]) {
      const { id } = await paidOrder([500], { shipped: !several });
      if (how === "away") await gateway.goAway();
      else if (how === "lost") gateway.faults.refund.push("lost");
      else gateway.refundStatus = how as "pending";
      const [one] = several
        ? await request(setOrderStatuses, { ids: [id], status: "Cancelled", refund: back })
        : [{ ok: true, message: await cancel(id) }];
      await gateway.comeBack();
      expect(one).toMatchObject({ ok: true, message: expected[0] });
      expect((await orderNow(id)).status).toBe("Cancelled");
      expect(await state(id)).toMatchObject({ ...expected[1], notes: several ? [] : [500] });
      const isOwed = how === "refused" || how === "away";
      expect(await owed(id)).toBe(isOwed ? 500 : undefined);
      // A second click moves nothing, and says what is so.
      gateway.refundStatus = "processed";
      expect(await cancel(id)).toBe(`Order cancelled${isOwed ? ". ₹500 is still to be refunded" : ""}`);
      if (isOwed) await refund(id, { amount: 500 });
      expect(await notes(id)).toEqual(several ? [] : [500]);
    }
  });

  test("of more than was paid online cancels nothing until a method is chosen", async () => {
    const { id } = await paidOrder([300], { shipped: false });
    await recordPayment(admin, id, cash(200), pool);
    expect(await refusal(cancel(id))).toMatchObject({ code: "overpaid", available: 300 });
    expect((await orderNow(id)).status).toBe("Pending");
  });

  test("of an order that is paid while it is being cancelled is recorded, and to be refunded", async () => {
    const { id } = await onlineOrder(buyer);
    const gatewayId = await gatewayOrderOf(buyer, id);
    await setOrderStatus(admin, id, "Cancelled", pool);
    await webhook(gateway.event("payment.captured", gateway.pay(gatewayId)));
    expect([await state(id), await owed(id)]).toMatchObject([{ paid: 500 }, 500]);
    await refund(id, { amount: 500 });
    expect([await state(id), await owed(id)]).toMatchObject([{ paid: 0, state: "refunded" }, undefined]);
  });
});
