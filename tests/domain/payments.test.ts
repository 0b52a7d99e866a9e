// The ledger of payments (docs/behaviour.md#payments): sums that agree, whatever is retried, doubled or done at once.
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Executor } from "@/db/client";
import type { Customer } from "@/lib/auth/actor";
import { toPaise } from "@/lib/money";
import { findAnyOrder } from "@/lib/orders/admin-queries";
import { placeOrder } from "@/lib/orders/place";
import { refundOrder } from "@/lib/orders/refund-commands";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { claimPayment, confirmPayment, recordPayment, rejectPayment } from "@/lib/payments/commands";
import { atOnce, connect, done, refusal, refusals } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, type Member, quantityOf } from "../support/factories";
import { bounds } from "../support/property";
import { pool, sql } from "../support/sql";
import { aUtr, cash, lastPayment, orderOf500 } from "./money";
import { setSettings } from "./set-settings";

let wide: Executor;
let admin: Member;
let buyer: Customer;
beforeAll(async () => {
  wide = connect(16);
  admin = await anAdmin();
  await setSettings("payments", { upiId: "mithaas@okbank" });
});
beforeEach(async () => {
  buyer = await aCustomer();
});

const order = (payment?: "upi") => orderOf500(buyer, payment);
const claim = (id: number, utr = aUtr(), by = buyer) => claimPayment(by, id, { utr }, wide);
const refund = (id: number, amount: number) => refundOrder(admin, id, { amount, reason: "A box" }, wide);
const now = (id: number) => findAnyOrder(admin, id);
const paymentOf = async (id: number) => (await now(id)).payment;

describe("a payment", () => {
  test("is recorded in parts until the order is paid", async () => {
    const { id, payment } = await order();
    expect(payment).toEqual({ method: "cod", state: "unpaid", paid: 0, due: 500 });
    await recordPayment(admin, id, { ...cash(199.5), reference: "slip 7" }, pool);
    const part = await now(id);
    expect(part.payment).toEqual({ method: "cod", state: "part_paid", paid: 199.5, due: 300.5 });
    const noted = { method: "cash", amount: 199.5, state: "received", reference: "slip 7", reason: null };
    expect(part.payments).toEqual([{ ...noted, id: expect.any(Number), at: expect.any(String), by: admin.name }]);
    expect(await refusal(recordPayment(admin, id, cash(300.51), pool))).toMatchObject({ code: "overpaid", due: 300.5 });
    await recordPayment(admin, id, cash(300.5), pool);
    expect(await paymentOf(id)).toMatchObject({ state: "paid", paid: 500, due: 0 });
    expect(await refusal(recordPayment(admin, id, cash(0.01), pool))).toMatchObject({ code: "overpaid", due: 0 });
  });

  test("above what is due is taken when the owner says so", async () => {
    const { id } = await order();
    await recordPayment(admin, id, cash(500), pool);
    await recordPayment(admin, id, cash(500, true), pool);
    expect(await paymentOf(id)).toMatchObject({ state: "paid", paid: 1000, due: 0 });
    await refund(id, 500);
    expect(await paymentOf(id)).toMatchObject({ state: "part_refunded", paid: 500, due: 0 });
  });

  test("of an order that was cancelled is not due any more", async () => {
    const { id } = await order();
    await setOrderStatus(admin, id, "Cancelled", pool);
    expect(await paymentOf(id)).toMatchObject({ state: "unpaid", due: 0 });
    expect(await refusal(recordPayment(admin, id, cash(1), pool))).toMatchObject({ code: "overpaid" });
    expect(await refusal(claim(id))).toMatchObject({ code: "conflict" });
    await setOrderStatus(admin, id, "Pending", pool);
    expect(await paymentOf(id)).toMatchObject({ due: 500 });
  });
});

describe("a claim", () => {
  const claimed = async (id: number) => ({ orderId: id, paymentId: await lastPayment() });

  test("is confirmed once, and its UTR pays no other order", async () => {
    const [one, two, utr] = [await order("upi"), await order("upi"), aUtr()];
    await claim(one.id, utr);
    expect(await paymentOf(one.id)).toEqual({ method: "upi", state: "claimed", paid: 0, due: 500 });
    const used = { code: "utr_used" };
    expect(await refusal(claim(two.id, utr))).toMatchObject(used);
    expect(await refusal(claim(one.id))).toMatchObject({ code: "conflict" });
    const ids = await claimed(one.id);
    for (let i = 0; i < 2; i++) {
      await confirmPayment(admin, ids, { force: false }, pool);
      expect(await paymentOf(one.id)).toMatchObject({ state: "paid", paid: 500 });
    }
    expect(await refusal(rejectPayment(admin, ids, { reason: null }, pool))).toMatchObject({ code: "conflict" });
    expect(await refusal(claim(two.id, utr))).toMatchObject(used);
    const byOwner = { method: "upi", amount: 500, reference: utr, force: false } as const;
    expect(await refusal(recordPayment(admin, two.id, byOwner, pool))).toMatchObject(used);
  });

  test("that was rejected can be made again", async () => {
    const [{ id }, utr] = [await order("upi"), aUtr()];
    await claim(id, utr);
    await rejectPayment(admin, await claimed(id), { reason: "Not on our statement" }, pool);
    const rejected = await now(id);
    expect(rejected.payment).toMatchObject({ state: "unpaid", due: 500 });
    expect(rejected.payments).toMatchObject([{ state: "failed", reason: "Not on our statement", by: admin.name }]);
    await claim(id, utr);
    expect(await paymentOf(id)).toMatchObject({ state: "claimed" });
  });

  test("that is confirmed and rejected by many at once is one of the two, and its money counts once", async () => {
    const { id } = await order("upi");
    await claim(id);
    const ids = await claimed(id);
    const tries = await atOnce(12, (i) =>
      i % 2 ? confirmPayment(admin, ids, { force: false }, wide) : rejectPayment(admin, ids, { reason: null }, wide),
    );
    expect([done(tries).length, refusals(tries)]).toEqual([6, { conflict: 6 }]);
    const { state, paid } = await paymentOf(id);
    expect({ state, paid }).toBeOneOf([
      { state: "paid", paid: 500 },
      { state: "unpaid", paid: 0 },
    ]);
  });

  test("of somebody else's order is not found", async () => {
    const { id } = await order("upi");
    expect(await refusal(claim(id, aUtr(), await aCustomer()))).toMatchObject({ code: "not_found" });
  });

  test("one transfer for many orders at once pays one of them; many transfers for one order are one claim", async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, () => order("upi")));
    const utr = aUtr();
    const tries = await atOnce(8, (i) => claim(orders[i]!.id, utr));
    expect([done(tries).length, refusals(tries)]).toEqual([1, { utr_used: 7 }]);
    const { id } = await order("upi");
    const more = await atOnce(8, () => claim(id));
    expect([done(more).length, refusals(more)]).toEqual([1, { conflict: 7 }]);
  });
});

test("payment on delivery is offered up to the owner's limit, of the whole total", async () => {
  const sweet = await aSweet({ price: 500, quantity: 100 });
  const place = (rest: Parameters<typeof anOrder>[1] = {}) =>
    placeOrder(buyer, anOrder([[sweet, 1]], rest), { channel: "api" }, pool);
  await setSettings("payments", { upiId: "mithaas@okbank", cod: { active: true, upTo: 500 } });
  await place();
  expect(await refusal(place({ giftWrap: true }))).toMatchObject({ code: "cod_unavailable", upTo: 500 });
  await setSettings("payments", { upiId: "mithaas@okbank", cod: { active: false, upTo: null } });
  expect(await refusal(place())).toMatchObject({ code: "cod_unavailable", upTo: 0 });
  await setSettings("payments", {});
  expect(await refusal(place({ payment: "upi" }))).toMatchObject({ code: "invalid", errors: [{ path: "payment" }] });
  expect(await quantityOf(sweet)).toBe(99);
  await setSettings("payments", { upiId: "mithaas@okbank" });
});

describe("a refund", () => {
  test("is never more than was received, however many are made at once", async () => {
    const { id } = await order();
    expect(await refusal(refund(id, 1))).toMatchObject({ code: "overpaid" });
    await recordPayment(admin, id, cash(500), pool);
    const refunds = await atOnce(10, () => refund(id, 120));
    expect([done(refunds).length, refusals(refunds)]).toEqual([4, { overpaid: 6 }]);
    expect(await paymentOf(id)).toEqual({ method: "cod", state: "part_refunded", paid: 20, due: 0 });
    await refund(id, 20);
    expect(await paymentOf(id)).toMatchObject({ state: "refunded", paid: 0, due: 0 });
  });

  test("is of what was received at the same time at most", async () => {
    const { id } = await order();
    await atOnce<unknown>(12, (i) => (i < 6 ? recordPayment(admin, id, cash(200), wide) : refund(id, 150)));
    expect([400, 250, 100]).toContain((await paymentOf(id)).paid);
  });
});

test("the database refuses what no command would write", async () => {
  const { id } = await order();
  await recordPayment(admin, id, cash(500), pool);
  const write = (values: string) =>
    `insert into payments (order_id, method, amount, state) values (${id}, 'cash', ${values})`;
  for (const [statement, constraint] of [
    [write("1, 'received'"), "payments_above_due"],
    [write("50001, 'refunded'"), "orders_payments"],
    [`update payments set amount = 1 where order_id = ${id}`, "payments_protected"],
    [`update payments set state = 'failed' where order_id = ${id}`, "payments_protected"],
    [`delete from payments where order_id = ${id}`, "payments_protected"],
  ] as const)
    await expect(sql.unsafe(statement)).rejects.toMatchObject({ constraint_name: constraint });
});

test("the database lets a refund by the gateway go from state to state one way, and deletes only what was never sent", async () => {
  const { id } = await order();
  await recordPayment(admin, id, cash(500), pool);
  const of = await lastPayment();
  const pending = async (reference: string | null = null, amount = 100) => {
    await sql`
      insert into payments (order_id, method, amount, state, refund_of, gateway_key, ask_at, reference)
      values (${id}, 'online', ${amount}, 'refund_pending', ${of}, gen_random_uuid(), now(), ${reference})`;
    return lastPayment();
  };
  const sums = async () => (await sql`select refunded, refund_pending, credited_ahead from orders where id = ${id}`)[0];
  const [unsent, sent] = [await pending(), await pending("rfnd_1")];
  expect(await sums()).toEqual({ refunded: 0, refund_pending: 200, credited_ahead: -200 });
  const set = (entry: number, change: string) => `update payments set ${change} where id = ${entry}`;
  for (const [statement, constraint] of [
    [set(sent, "state = 'received'"), "payments_protected"],
    [set(sent, "state = 'failed'"), "payments_protected"],
    [set(sent, "gateway_key = gen_random_uuid()"), "payments_protected"],
    [set(sent, `refund_of = ${unsent}`), "payments_protected"],
    [set(sent, "ask_at = null"), "payments_pending"],
    [`delete from payments where id = ${sent}`, "payments_protected"],
  ] as const)
    await expect(sql.unsafe(statement)).rejects.toMatchObject({ constraint_name: constraint });
  await expect(pending(null, 30_100)).resolves.toBeGreaterThan(sent);
  await expect(pending(null, 50_000)).rejects.toMatchObject({ constraint_name: "orders_refund_pending" });

  await sql`delete from payments where order_id = ${id} and state = 'refund_pending' and reference is null`;
  expect(await sums()).toEqual({ refunded: 0, refund_pending: 100, credited_ahead: -100 });
  await sql.unsafe(set(sent, "state = 'refunded', ask_at = null"));
  expect(await sums()).toEqual({ refunded: 100, refund_pending: 0, credited_ahead: -100 });
  const [byHand] = await sql`
    insert into payments (order_id, method, amount, state) values (${id}, 'cash', 100, 'refunded') returning id`;
  for (const statement of [set(byHand?.id, "state = 'refund_failed'"), set(sent, "state = 'refund_pending'")])
    await expect(sql.unsafe(statement)).rejects.toMatchObject({ constraint_name: "payments_protected" });
  await sql.unsafe(set(sent, "state = 'refund_failed'"));
  expect(await sums()).toEqual({ refunded: 100, refund_pending: 0, credited_ahead: 0 });
  await expect(sql.unsafe(set(sent, "state = 'refunded'"))).rejects.toMatchObject({
    constraint_name: "payments_protected",
  });
});

test("whatever is done: received less refunded is paid, never below zero, and never above the total without the owner's word", async () => {
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
      const run = async (one: (typeof steps)[number]): Promise<unknown> => {
        if (one.kind === "receive") {
          forced ||= one.force;
          return recordPayment(admin, id, cash(one.amount, one.force), wide);
        }
        if (one.kind === "refund") return refund(id, one.amount);
        if (one.kind === "claim") return claim(id);
        if (one.kind === "status") return setOrderStatus(admin, id, one.to as "Pending", wide);
        const [entry] = (await now(id)).payments.filter(({ method }) => method === "upi").slice(-1);
        const ids = { orderId: id, paymentId: entry?.id ?? 1 };
        if (one.kind === "reject") return rejectPayment(admin, ids, { reason: null }, wide);
        forced ||= one.force;
        return confirmPayment(admin, ids, one, wide);
      };
      if (areTogether) await atOnce(steps.length, (i) => run(steps[i]!));
      else for (const one of steps) await run(one).catch((error) => expect(error.name).toBe("AppError"));
      const { status, total, payment, payments } = await now(id);
      const sum = (state: string) =>
        payments.reduce((paise, entry) => paise + (entry.state === state ? toPaise(entry.amount) : 0), 0);
      const [received, refunded] = [sum("received"), sum("refunded")];
      expect(toPaise(payment.paid)).toBe(received - refunded);
      expect(refunded).toBeLessThanOrEqual(received);
      if (!forced) expect(received).toBeLessThanOrEqual(toPaise(total));
      expect(toPaise(payment.due)).toBe(status === "Cancelled" ? 0 : Math.max(0, toPaise(total) - received));
      expect(payments.filter(({ state }) => state === "claimed").length).toBeLessThanOrEqual(1);
    }),
    { ...bounds, numRuns: 2 * bounds.numRuns },
  );
});
