import { randomUUID } from "node:crypto";
import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "@/db/client";
import { orders, payments } from "@/db/schema";
import { inTransaction, run } from "@/db/transaction";
import type { Write } from "@/db/write-slots";
import type { May } from "@/lib/auth/actor";
import { recordAudit } from "@/lib/auth/audit-log";
import { shopNow } from "@/lib/clock";
import { AppError } from "@/lib/errors";
import { insertEvents } from "@/lib/events";
import { logFault } from "@/lib/http/log";
import { creditRefunds } from "@/lib/invoices/commands";
import { formatPaise, toPaise, toRupees } from "@/lib/money";
import { type LockedOrder, lockedOrder } from "@/lib/order-access";
import { addEntry, overpaid, storeMessagesAndEvents } from "@/lib/payments/commands";
import { methodNames } from "@/lib/payments/constants";
import { gatewayAway, paymentGateway } from "@/lib/payments/current-gateway";
import { type Gateway, GatewayError, type GatewayRefund } from "@/lib/payments/gateway";
import type { RefundInput } from "@/lib/payments/schema";
import { storedOrder } from "./queries";
import type { AdminOrder } from "./serializers";
import { toAdminOrder } from "./serializers";

/*
 * Refunds. One that the shop has paid itself is recorded at once. One by the gateway is an entry (refund_pending) with a key before the
 * gateway is asked, so that a lost answer is asked for again with the same key and nothing is paid twice.
 */

const MINUTE = 60_000;
/** Minutes until the gateway is asked again: what it has not answered, and what it has and is still pending. */
const ASK_AGAIN = { unanswered: 1, pending: 60 } as const;
const inMinutes = (minutes: number) => new Date(shopNow().getTime() + minutes * MINUTE).toISOString();

/** What was asked of the gateway: the entries of the ledger, and the amount in paise. None for what is recorded at once. */
export type AskedRefund = { orderId: number; entries: number[]; amount: number; isNew: boolean };

const paidBy = alias(payments, "paid_by");
const isGone = inArray(payments.state, ["refunded", "refund_pending"]);

/** The gateway's payments of an order, the newest first, and what each can still pay back, in paise. */
const selectRefundable = (tx: Executor, orderId: number) =>
  tx
    .select({
      id: paidBy.id,
      left: sql<number>`${paidBy.amount} - coalesce(sum(${payments.amount}) filter (where ${isGone}), 0)`.mapWith(
        Number,
      ),
    })
    .from(paidBy)
    .leftJoin(payments, eq(payments.refundOf, paidBy.id))
    .where(and(eq(paidBy.orderId, orderId), eq(paidBy.method, "online"), eq(paidBy.state, "received")))
    .groupBy(paidBy.id)
    .orderBy(sql`${paidBy.id} desc`);

/** Refunds that wait for an answer of the gateway. */
const selectUnanswered = (tx: Executor, orderId: number) =>
  tx
    .select({ id: payments.id, amount: payments.amount, reason: payments.reason })
    .from(payments)
    .where(
      and(eq(payments.orderId, orderId), eq(payments.state, "refund_pending"), sql`${payments.reference} is null`),
    );

/**
 * Records money that was paid back by the shop itself, with its credit note; or stores what the gateway is to pay back, the newest payment
 * first, for `sendRefunds`. The same refund as one that waits for an answer is that one. Throws `not_found`; `overpaid` with `due` when it is
 * more than can still be refunded, and with `available` when it is more than the gateway has.
 */
export async function askForRefund(
  actor: May<"refunds:write">,
  orderId: number,
  { amount, reason, method }: RefundInput,
  db: Executor,
): Promise<AskedRefund> {
  const paise = toPaise(amount);
  return inTransaction(db, async (tx) => {
    const order = await lockedOrder(tx, orderId, null);
    const online = method ? [] : await run(selectRefundable(tx, orderId));
    if (online.length > 0) {
      const waiting = await run(selectUnanswered(tx, orderId));
      const isSame = waiting.length > 0 && waiting.every((entry) => entry.reason === reason);
      if (isSame && waiting.reduce((sum, entry) => sum + entry.amount, 0) === paise)
        return { orderId, entries: waiting.map(({ id }) => id), amount: paise, isNew: false };
    }
    const left = order.received - order.refunded - order.refundPending;
    const available = online.reduce((sum, payment) => sum + payment.left, 0);
    if (paise > left) {
      const text = `Only ${formatPaise(left)} can still be refunded.`;
      const refused = overpaid(left, left > 0 ? text : "Nothing was received that could be refunded.");
      throw online.length === 0
        ? refused
        : new AppError("overpaid", refused.message, { ...refused.extra, available: toRupees(available) });
    }
    if (online.length > 0 && paise > available)
      throw new AppError(
        "overpaid",
        `Only ${formatPaise(available)} of it was paid online. Please choose how you pay back the rest.`,
        { available: toRupees(available) },
      );
    const by = { reason, byUserId: actor.id };
    const entries: number[] = [];
    if (online.length === 0) await recordAtOnce(tx, order, paise, method, by);
    let rest = paise;
    for (const payment of online) {
      const part = Math.min(rest, payment.left);
      if (part <= 0) continue;
      rest -= part;
      const asked = { refundOf: payment.id, gatewayKey: randomUUID(), askAt: inMinutes(ASK_AGAIN.unanswered) };
      entries.push(
        await addEntry(tx, order, { ...by, ...asked, method: "online", amount: part, state: "refund_pending" }),
      );
    }
    // The reason goes with the customer's account, so it is not repeated here.
    const how = online.length > 0 ? " online" : method ? ` (${methodNames[method]})` : "";
    const text = `paid ${formatPaise(paise)} back for order #${orderId}${how}`;
    await recordAudit(tx, actor, { noun: "refunds", nounId: orderId, action: "refund", text });
    return { orderId, entries, amount: paise, isNew: true };
  });
}

/** By a method, or by that of the last payment. */
async function recordAtOnce(
  tx: Executor,
  order: LockedOrder,
  amount: number,
  method: RefundInput["method"],
  by: { reason: string; byUserId: number },
) {
  const lastMethod = tx
    .select({ method: payments.method })
    .from(payments)
    .where(and(eq(payments.orderId, order.id), eq(payments.state, "received")))
    .orderBy(sql`${payments.id} desc`)
    .limit(1);
  await addEntry(tx, order, { ...by, method: method ?? sql`(${lastMethod})`, amount, state: "refunded" });
  const creditedAhead = order.creditedAhead - amount;
  if (order.creditedAhead > 0)
    await run(
      tx
        .update(orders)
        .set({ creditedAhead: Math.max(0, creditedAhead) })
        .where(eq(orders.id, order.id)),
    );
  await creditRefunds(tx, { ...order, refunded: order.refunded + amount, creditedAhead }, by.reason);
}

/** Records a refund that the shop has paid itself. Throws as `askForRefund`. */
export async function refundOrder(
  actor: May<"refunds:write">,
  orderId: number,
  input: RefundInput,
  db: Executor,
): Promise<AdminOrder> {
  return inTransaction(db, async (tx) => {
    await askForRefund(actor, orderId, input, tx);
    return toAdminOrder(await storedOrder(tx, orderId));
  });
}

/** What the gateway has said of a refund. */
type Outcome = Pick<GatewayRefund, "state"> & { id: string | null };

const states = { pending: "refund_pending", processed: "refunded", failed: "refund_failed" } as const;

type Entry = Pick<typeof payments.$inferSelect, "id" | "state" | "reference" | "reason">;

/** Writes what the gateway has said of a refund of an order that is locked. Its credit note is issued first. */
async function settleEntry(tx: Executor, orderId: number, entry: Entry, { id, state }: Outcome): Promise<void> {
  const order = await lockedOrder(tx, orderId, null);
  await creditRefunds(tx, order, entry.reason ?? "Refunded");
  const to = states[state];
  // A refund that was made can still be sent back by the bank. One that has failed stays so: it is tried again as another one.
  const isLater = entry.state === "refund_pending" || (entry.state === "refunded" && to === "refund_failed");
  if (!isLater) return;
  const askAt = to === "refund_pending" ? inMinutes(ASK_AGAIN.pending) : null;
  await run(
    tx
      .update(payments)
      .set({ state: to, reference: id ?? entry.reference, askAt, ...(to !== entry.state && { at: sql`now()` }) })
      .where(eq(payments.id, entry.id)),
  );
  if (to !== entry.state) await storeMessagesAndEvents(tx, order, { id: entry.id, state: to });
}

const entryColumns = {
  id: payments.id,
  orderId: payments.orderId,
  amount: payments.amount,
  state: payments.state,
  reference: payments.reference,
  reason: payments.reason,
  key: sql<string>`${payments.gatewayKey}`,
  paymentId: sql<string>`${paidBy.reference}`,
};
const selectEntries = (db: Executor) =>
  db.select(entryColumns).from(payments).innerJoin(paidBy, eq(paidBy.id, payments.refundOf)).$dynamic();
type PendingEntry = Awaited<ReturnType<typeof selectEntries>>[number];

/** Asks the gateway for a refund, or how one stands that it has answered already. Throws `GatewayError` when it gives no answer. */
async function askGateway(gateway: Gateway, entry: PendingEntry): Promise<Outcome> {
  if (entry.reference !== null) return gateway.refundOf(entry.reference);
  try {
    return await gateway.refund(entry);
  } catch (error) {
    if (error instanceof GatewayError && error.kind === "refused") {
      logFault(error, "-", `refund of order ${entry.orderId}`);
      return { id: null, state: "failed" };
    }
    throw error;
  }
}

/**
 * Asks the gateway for refunds that are stored, and writes what it answers. Returns what has not gone, in rupees: 0 unless one has failed.
 * Throws `service_unavailable` when the gateway cannot be reached, and nothing is pending then; and when it gave no answer, which
 * the job or the same refund asks for again.
 */
export async function sendRefunds({ orderId, entries, amount, isNew }: AskedRefund, write: Write): Promise<number> {
  if (entries.length === 0) return 0;
  const gateway = paymentGateway();
  const pending = await write((db) =>
    selectEntries(db).where(inArray(payments.id, entries)).orderBy(sql`${payments.refundOf} desc`),
  );
  const outcomes: [PendingEntry, Outcome][] = [];
  let unsent: PendingEntry[] = [];
  let isAway = false;
  for (const [at, entry] of pending.entries()) {
    if (entry.state !== "refund_pending") continue;
    try {
      if (!gateway) throw new GatewayError("unreachable", "There are no keys of the payment gateway");
      outcomes.push([entry, await askGateway(gateway, entry)]);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      logFault(error, "-", `refund of order ${orderId}`);
      // Only this request can know that nothing was sent: another one may have been killed after it.
      if (error.kind === "unreachable" && isNew) unsent = pending.slice(at);
      else isAway = true;
      break;
    }
  }
  await write((db) =>
    inTransaction(db, async (tx) => {
      const order = await lockedOrder(tx, orderId, null);
      const isUnsent = and(
        inArray(
          payments.id,
          unsent.map(({ id }) => id),
        ),
        eq(payments.state, "refund_pending"),
        sql`${payments.reference} is null`,
      );
      if (unsent.length > 0) {
        await run(tx.delete(payments).where(isUnsent));
        await insertEvents(tx, [{ type: "order.updated", orderId }]);
      } else if (outcomes.length === 0) await creditRefunds(tx, order, pending[0]?.reason ?? "Refunded");
      for (const [{ id }, outcome] of outcomes) {
        const [entry] = await run(tx.select().from(payments).where(eq(payments.id, id)));
        if (entry) await settleEntry(tx, orderId, entry, outcome);
      }
    }),
  );
  if (isAway || (unsent.length > 0 && unsent.length === pending.length)) throw gatewayAway();
  return toRupees(await unsentOf({ entries, amount }, write));
}

/** What of a refund is neither made nor pending, in paise. */
export async function unsentOf({ entries, amount }: Pick<AskedRefund, "entries" | "amount">, write: Write) {
  const gone = await write((db) =>
    db
      .select({ amount: payments.amount })
      .from(payments)
      .where(and(inArray(payments.id, entries), isGone)),
  );
  return amount - gone.reduce((sum, entry) => sum + entry.amount, 0);
}

/**
 * Writes what a webhook says of a refund, in the caller's transaction. One that nobody knows was made in the gateway's dashboard, and is
 * recorded when it was made.
 */
export async function recordGatewayRefund(refund: GatewayRefund, tx: Executor): Promise<void> {
  const [payment] = await run(
    tx
      .select({ id: payments.id, orderId: payments.orderId })
      .from(payments)
      .where(
        and(eq(payments.method, "online"), eq(payments.reference, refund.paymentId), eq(payments.state, "received")),
      ),
  );
  if (!payment) return;
  const { orderId } = payment;
  const order = await lockedOrder(tx, orderId, null);
  const entries = await run(
    tx.select().from(payments).where(eq(payments.refundOf, payment.id)).orderBy(asc(payments.id)),
  );
  const unanswered = entries.filter(({ state, reference }) => state === "refund_pending" && reference === null);
  const entry =
    entries.find(({ reference }) => reference === refund.id) ??
    unanswered.find(({ gatewayKey }) => gatewayKey === refund.key) ??
    (refund.key === null ? unanswered.find(({ amount }) => amount === refund.amount) : undefined);
  if (entry) return settleEntry(tx, orderId, entry, refund);
  if (refund.state !== "processed") return;
  if (refund.amount > order.received - order.refunded - order.refundPending)
    throw new Error(`The refund ${refund.id} is more than order ${orderId} has received`);
  const reason = "Refunded at the payment service";
  const made = { method: "online", amount: refund.amount, reference: refund.id, refundOf: payment.id, reason } as const;
  await addEntry(tx, order, { ...made, state: "refunded" });
  const after = { refunded: order.refunded + refund.amount, creditedAhead: order.creditedAhead - refund.amount };
  await run(tx.update(orders).set({ creditedAhead: after.creditedAhead }).where(eq(orders.id, orderId)));
  await creditRefunds(tx, { ...order, ...after }, reason);
}

/** Pending refunds that a run of the job asks for. */
const IN_A_RUN = 20;

/** Asks the gateway again for refunds that are pending, each at its time. Every instance may run it: each takes what it asks for. */
export async function askForPendingRefunds(gateway: Gateway, write: Write): Promise<void> {
  const now = shopNow().toISOString();
  const due = and(eq(payments.state, "refund_pending"), lte(payments.askAt, now));
  const taken = await write((db) =>
    db
      .update(payments)
      .set({ askAt: inMinutes(ASK_AGAIN.unanswered) })
      .where(
        inArray(
          payments.id,
          db
            .select({ id: payments.id })
            .from(payments)
            .where(due)
            .orderBy(asc(payments.askAt))
            .limit(IN_A_RUN)
            .for("update", { skipLocked: true }),
        ),
      )
      .returning({ id: payments.id }),
  );
  if (taken.length === 0) return;
  const entries = await write((db) =>
    selectEntries(db).where(
      inArray(
        payments.id,
        taken.map(({ id }) => id),
      ),
    ),
  );
  for (const entry of entries) {
    try {
      const outcome = await askGateway(gateway, entry);
      await write((db) =>
        inTransaction(db, async (tx) => {
          await lockedOrder(tx, entry.orderId, null);
          const [current] = await run(tx.select().from(payments).where(eq(payments.id, entry.id)));
          if (current) await settleEntry(tx, entry.orderId, current, outcome);
        }),
      );
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
    }
  }
}
