// The ledger of payments (docs/behaviour.md#payments): sums that agree, whatever is retried, doubled or done at once.

import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Executor } from "@/db/client";
import type { Actor, Customer, StaffMember } from "@/lib/auth/actor";
import { purchase, refundOrder, setOrderStatus } from "@/lib/invoices/order-commands";
import { toPaise } from "@/lib/money";
import { findAnyOrder } from "@/lib/orders/admin-queries";
import { placeOrder } from "@/lib/orders/place";
import * as payments from "@/lib/payments/commands";
import { saveSettings } from "@/lib/settings/commands";
import { defaultSettings } from "@/lib/settings/defaults";
import type { PaymentSettings } from "@/lib/settings/money-schema";
import { currentSettings } from "@/lib/settings/queries";
import { atOnce, connect, refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { bounds } from "../support/property";
import { sql } from "../support/sql";

let wide: Executor;
let admin: StaffMember;
let buyer: Customer;
beforeAll(async () => {
  wide = connect(16);
  admin = await anAdmin();
});
beforeEach(async () => {
  buyer = await aCustomer();
});

/** Does several things at the same time; what came of each. */
const together = <T>(works: (() => Promise<T>)[]) => atOnce(works.length, (i) => (works[i] as () => Promise<T>)());

let utrs = 100_000_000_000;
const aUtr = () => String(++utrs);

const cash = (amount: number, force = false) => ({ method: "cash", amount, reference: null, force }) as const;

/** An order of ₹500 by the buyer. */
async function order(payment: "cod" | "upi" = "cod") {
  const sweet = await aSweet({ quantity: 100, price: 500 });
  return placeOrder(buyer, anOrder([[sweet, 1]], { payment }), { channel: "api" });
}

async function setPayments(value: Partial<PaymentSettings>) {
  const { versions } = await currentSettings();
  await saveSettings(admin, "payments", {
    version: versions.payments,
    value: { ...defaultSettings.payments, ...value },
  });
}

/** A command on an order's payments that gives the order as it is then. */
const thenOrder =
  <Rest extends unknown[]>(command: (actor: Actor, id: number, ...rest: Rest) => Promise<void>) =>
  async (actor: Actor, id: number, ...rest: Rest) => {
    await command(actor, id, ...rest);
    return findAnyOrder(admin, id);
  };
const recordPayment = thenOrder(payments.recordPayment);
const claimPayment = thenOrder(payments.claimPayment);
type Settled = Parameters<typeof payments.confirmPayment>[1];
async function confirmPayment(actor: Actor, ids: Settled, how: { force: boolean }, db?: Executor) {
  await payments.confirmPayment(actor, ids, how, db);
  return findAnyOrder(admin, ids.orderId);
}
async function rejectPayment(actor: Actor, ids: Settled, why: { reason: string | null }, db?: Executor) {
  await payments.rejectPayment(actor, ids, why, db);
  return findAnyOrder(admin, ids.orderId);
}

const paymentOf = async (id: number) => (await findAnyOrder(admin, id)).payment;

describe("a payment", () => {
  test("is recorded in parts until the order is paid", async () => {
    const { id, payment } = await order();
    expect(payment).toEqual({ method: "cod", state: "unpaid", paid: 0, due: 500 });
    const part = await recordPayment(admin, id, { method: "cash", amount: 199.5, reference: "slip 7", force: false });
    expect(part.payment).toEqual({ method: "cod", state: "part_paid", paid: 199.5, due: 300.5 });
    expect(part.payments).toEqual([
      {
        id: expect.any(Number),
        method: "cash",
        amount: 199.5,
        state: "received",
        reference: "slip 7",
        reason: null,
        at: expect.any(String),
        by: admin.name,
      },
    ]);
    expect(await refusal(recordPayment(admin, id, cash(300.51)))).toMatchObject({
      code: "overpaid",
      due: 300.5,
    });
    expect((await recordPayment(admin, id, cash(300.5))).payment).toMatchObject({ state: "paid", paid: 500, due: 0 });
    expect(await refusal(recordPayment(admin, id, cash(0.01)))).toMatchObject({ code: "overpaid", due: 0 });
  });

  test("above what is due is taken when the owner says so", async () => {
    const { id } = await order();
    await recordPayment(admin, id, cash(500));
    expect((await recordPayment(admin, id, cash(500, true))).payment).toMatchObject({
      state: "paid",
      paid: 1000,
      due: 0,
    });
    const refunded = await refundOrder(admin, id, { amount: 500, reason: "Paid twice" });
    expect(refunded.payment).toMatchObject({ state: "part_refunded", paid: 500, due: 0 });
  });

  test("of an order that was cancelled is not due any more", async () => {
    const { id } = await order();
    await setOrderStatus(admin, id, "Cancelled");
    expect(await paymentOf(id)).toMatchObject({ state: "unpaid", due: 0 });
    expect(await refusal(recordPayment(admin, id, cash(1)))).toMatchObject({ code: "overpaid" });
    expect(await refusal(claimPayment(buyer, id, { utr: aUtr() }))).toMatchObject({ code: "conflict" });
    await setOrderStatus(admin, id, "Pending");
    expect(await paymentOf(id)).toMatchObject({ due: 500 });
  });

  test("over the counter is received with the sale", async () => {
    const sweet = await aSweet({ price: 80 });
    await purchase(admin, sweet.id, { quantity: 3 });
    const [row] = await sql`select max(id)::int as id from orders`;
    const sold = await findAnyOrder(admin, row?.id);
    expect(sold.payment).toEqual({ method: "cash", state: "paid", paid: 240, due: 0 });
    expect(sold.payments).toMatchObject([{ method: "cash", amount: 240, state: "received", by: admin.name }]);
  });
});

describe("a claim", () => {
  beforeAll(() => setPayments({ upiId: "mithaas@okbank" }));

  test("is confirmed once, and its UTR pays no other order", async () => {
    const [one, two] = [await order("upi"), await order("upi")];
    const utr = aUtr();
    const claimed = await claimPayment(buyer, one.id, { utr });
    expect(claimed.payment).toEqual({ method: "upi", state: "claimed", paid: 0, due: 500 });
    expect(await refusal(claimPayment(buyer, two.id, { utr }))).toMatchObject({ code: "utr_used" });
    expect(await refusal(claimPayment(buyer, one.id, { utr: aUtr() }))).toMatchObject({ code: "conflict" });
    const [entry] = (await findAnyOrder(admin, one.id)).payments;
    const ids = { orderId: one.id, paymentId: entry?.id ?? 0 };
    for (let i = 0; i < 2; i++)
      expect((await confirmPayment(admin, ids, { force: false })).payment).toMatchObject({ state: "paid", paid: 500 });
    expect(await refusal(rejectPayment(admin, ids, { reason: null }))).toMatchObject({ code: "conflict" });
    expect(await refusal(claimPayment(buyer, two.id, { utr }))).toMatchObject({ code: "utr_used" });
    expect(
      await refusal(recordPayment(admin, two.id, { method: "upi", amount: 500, reference: utr, force: false })),
    ).toMatchObject({ code: "utr_used" });
  });

  test("that was rejected can be made again", async () => {
    const { id } = await order("upi");
    const utr = aUtr();
    await claimPayment(buyer, id, { utr });
    const [entry] = (await findAnyOrder(admin, id)).payments;
    const ids = { orderId: id, paymentId: entry?.id ?? 0 };
    const rejected = await rejectPayment(admin, ids, { reason: "Not on our statement" });
    expect(rejected.payment).toMatchObject({ state: "unpaid", due: 500 });
    expect(rejected.payments).toMatchObject([{ state: "failed", reason: "Not on our statement", by: admin.name }]);
    expect((await claimPayment(buyer, id, { utr })).payment).toMatchObject({ state: "claimed" });
  });

  test("of somebody else's order is not found", async () => {
    const { id } = await order("upi");
    expect(await refusal(claimPayment(await aCustomer(), id, { utr: aUtr() }))).toMatchObject({ code: "not_found" });
  });

  test("one transfer for many orders at once pays one of them; many transfers for one order are one claim", async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, () => order("upi")));
    const utr = aUtr();
    const results = await together(
      orders.map(
        ({ id }) =>
          () =>
            claimPayment(buyer, id, { utr }, wide),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { id } = await order("upi");
    const more = await together(Array.from({ length: 8 }, () => () => claimPayment(buyer, id, { utr: aUtr() }, wide)));
    expect(more.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("payment on delivery", () => {
  test("is offered up to the owner's limit, of the whole total", async () => {
    const sweet = await aSweet({ price: 500, quantity: 100 });
    const place = (quantity: number, giftWrap = false) =>
      placeOrder(buyer, anOrder([[sweet, quantity]], { giftWrap }), { channel: "api" });
    await setPayments({ upiId: "mithaas@okbank", cod: { active: true, upTo: 500 } });
    await place(1);
    expect(await refusal(place(1, true))).toMatchObject({ code: "cod_unavailable", upTo: 500 });
    await setPayments({ upiId: "mithaas@okbank", cod: { active: false, upTo: null } });
    expect(await refusal(place(1))).toMatchObject({ code: "cod_unavailable", upTo: 0 });
    await setPayments({});
    expect(
      await refusal(placeOrder(buyer, anOrder([[sweet, 1]], { payment: "upi" }), { channel: "api" })),
    ).toMatchObject({
      code: "invalid",
      errors: [{ path: "payment" }],
    });
    const [row] = await sql`select quantity from sweets where id = ${sweet.id}`;
    expect(row?.quantity).toBe(99);
  });
});

describe("a refund", () => {
  test("is never more than was received, however many are made at once", async () => {
    const { id } = await order();
    expect(await refusal(refundOrder(admin, id, { amount: 1, reason: "x" }))).toMatchObject({ code: "overpaid" });
    await recordPayment(admin, id, cash(500));
    const refunds = await together(
      Array.from({ length: 10 }, () => () => refundOrder(admin, id, { amount: 120, reason: "A box" }, wide)),
    );
    expect(refunds.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    expect(await paymentOf(id)).toEqual({ method: "cod", state: "part_refunded", paid: 20, due: 0 });
    expect((await refundOrder(admin, id, { amount: 20, reason: "The rest" })).payment).toMatchObject({
      state: "refunded",
      paid: 0,
      due: 0,
    });
  });

  test("is of what was received at the same time at most", async () => {
    const { id } = await order();
    await together([
      ...Array.from({ length: 6 }, () => () => recordPayment(admin, id, cash(200), wide)),
      ...Array.from({ length: 6 }, () => () => refundOrder(admin, id, { amount: 150, reason: "x" }, wide)),
    ]);
    const { paid } = await paymentOf(id);
    expect([400, 250, 100]).toContain(paid);
  });
});

test("the database refuses what no command would write", async () => {
  const { id } = await order();
  await recordPayment(admin, id, cash(500));
  const write = (values: string) =>
    sql.unsafe(`insert into payments (order_id, method, amount, state) values (${id}, 'cash', ${values})`);
  await expect(write("1, 'received'")).rejects.toMatchObject({ constraint_name: "payments_above_due" });
  await expect(write("50001, 'refunded'")).rejects.toMatchObject({ constraint_name: "orders_payments" });
  await expect(sql`update payments set amount = 1 where order_id = ${id}`).rejects.toMatchObject({
    constraint_name: "payments_protected",
  });
  await expect(sql`update payments set state = 'failed' where order_id = ${id}`).rejects.toMatchObject({
    constraint_name: "payments_protected",
  });
  await expect(sql`delete from payments where order_id = ${id}`).rejects.toMatchObject({
    constraint_name: "payments_protected",
  });
});

test("whatever is done: received less refunded is paid, never below zero, and never above the total without the owner's word", async () => {
  await setPayments({ upiId: "mithaas@okbank" });
  const amount = fc.integer({ min: 1, max: 60_000 }).map((paise) => paise / 100);
  const step = fc.oneof(
    fc.record({ kind: fc.constant("receive" as const), amount, force: fc.boolean() }),
    fc.record({ kind: fc.constant("refund" as const), amount }),
    fc.record({ kind: fc.constantFrom("claim" as const, "confirm" as const, "reject" as const), force: fc.boolean() }),
    fc.record({
      kind: fc.constant("status" as const),
      to: fc.constantFrom("Pending", "Cancelled", "Completed" as const),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), async (steps, areTogether) => {
      const { id } = await order("upi");
      let forced = false;
      const run = async (one: (typeof steps)[number]) => {
        const [entry] = (await findAnyOrder(admin, id)).payments.filter(({ method }) => method === "upi").slice(-1);
        const ids = { orderId: id, paymentId: entry?.id ?? 1 };
        if (one.kind === "receive") {
          forced ||= one.force;
          await recordPayment(admin, id, cash(one.amount, one.force), wide);
        } else if (one.kind === "refund") await refundOrder(admin, id, { amount: one.amount, reason: "x" }, wide);
        else if (one.kind === "claim") await claimPayment(buyer, id, { utr: aUtr() }, wide);
        else if (one.kind === "confirm") {
          forced ||= one.force;
          await confirmPayment(admin, ids, one, wide);
        } else if (one.kind === "reject") await rejectPayment(admin, ids, { reason: null }, wide);
        else if (one.kind === "status") await setOrderStatus(admin, id, one.to as "Pending", wide);
      };
      if (areTogether) await together(steps.map((one) => () => run(one)));
      else for (const one of steps) await run(one).catch((error) => expect(error.name).toBe("AppError"));
      const { status, total, payment, payments } = await findAnyOrder(admin, id);
      const sum = (state: string) =>
        payments.reduce((paise, entry) => paise + (entry.state === state ? toPaise(entry.amount) : 0), 0);
      const [received, refunded] = [sum("received"), sum("refunded")];
      expect(toPaise(payment.paid)).toBe(received - refunded);
      expect(refunded).toBeLessThanOrEqual(received);
      if (!forced) expect(received).toBeLessThanOrEqual(toPaise(total));
      expect(toPaise(payment.due)).toBe(status === "Cancelled" ? 0 : Math.max(0, toPaise(total) - received));
      expect(payments.filter(({ state }) => state === "claimed").length).toBeLessThanOrEqual(1);
    }),
    { ...bounds, numRuns: 4 * bounds.numRuns },
  );
});
