import { and, eq, sql } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import type { Executor } from "@/db/client";
import type { PaymentState } from "@/db/constants/payments";
import { type orders, payments } from "@/db/schema";
import { inTransaction, run, together } from "@/db/transaction";
import type { May, Shopper } from "@/lib/auth/actor";
import { recordAudit } from "@/lib/auth/audit-log";
import { ownerOf } from "@/lib/auth/tokens";
import { asciiDigits } from "@/lib/digits";
import { AppError, constraintOf, notFound } from "@/lib/errors";
import { insertEvents, type NewEvent } from "@/lib/events";
import { formatPaise, toPaise, toRupees } from "@/lib/money";
import { lockedOrder, lockOrder, orderNotFound } from "@/lib/order-access";
import { addMessages, type NewMessage } from "@/lib/outbox";
import { isUtr, methodNames } from "./constants";
import { duePaise, isMailed } from "./rules";
import type { ClaimInput, PaymentInput } from "./schema";

/*
 * Every command locks the order before it looks at its payments, so that those of one order are written one after the other, and
 * writes the message about an entry with it. Sums and state of the order follow by a trigger (db/functions/payments.sql).
 */

type PaidOrder = Parameters<typeof isMailed>[0] & { id: number };

/** What an entry of an order's payments sends when it comes to a state. */
const kinds = {
  claimed: "upi_claimed",
  received: "payment_received",
  failed: "payment_rejected",
  refunded: "refund",
  refund_pending: null,
  refund_failed: "refund_failed",
} as const satisfies Record<PaymentState, NewMessage["kind"] | null>;

/** The message about an entry that has come to its state, of an order about which mails are sent. */
function paymentMessages(order: PaidOrder, { id, state }: { id: number; state: PaymentState }): NewMessage[] {
  const kind = kinds[state];
  if (kind === null || (kind !== "refund_failed" && !isMailed(order))) return [];
  return [{ kind, event: `${kind}:${id}`, orderId: order.id, paymentId: id }];
}

/** The events of an entry that has come to its state. */
function paymentEvents(orderId: number, { id: paymentId, state }: { id: number; state: PaymentState }): NewEvent[] {
  const updated: NewEvent = { type: "order.updated", orderId };
  if (state !== "received" && state !== "refunded") return [updated];
  return [updated, { type: `payment.${state}`, orderId, paymentId }];
}

/** Stores what is said of an entry that has come to its state. */
export async function storeMessagesAndEvents(
  tx: Executor,
  order: PaidOrder,
  entry: { id: number; state: PaymentState },
): Promise<void> {
  await Promise.all([
    together(insertEvents(tx, paymentEvents(order.id, entry))),
    addMessages(tx, paymentMessages(order, entry)),
  ]);
}

/** Adds an entry to the payments of an order, with its message and its events. */
export async function addEntry(
  tx: Executor,
  order: typeof orders.$inferSelect,
  entry: Omit<PgInsertValue<typeof payments>, "orderId" | "state"> & { state: PaymentState },
): Promise<number> {
  const [added] = await run(
    tx
      .insert(payments)
      .values({ ...entry, orderId: order.id })
      .returning({ id: payments.id }),
  );
  if (!added) throw new Error("A payment was not stored");
  await storeMessagesAndEvents(tx, order, { id: added.id, state: entry.state });
  return added.id;
}

const overpaid = (due: number, message: string) => new AppError("overpaid", message, { due: toRupees(due) });

/** Runs a write of the ledger; a UTR that another payment has is `utr_used`. */
async function withUniqueUtr<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (constraintOf(error) !== "payments_utr") throw error;
    throw new AppError("utr_used", "This UTR has been used for a payment already. Please check its digits.");
  }
}

/**
 * The customer says that the rest of an order was paid by UPI. Throws `not_found`; `conflict` when nothing is due or an earlier claim has
 * not been looked at; `utr_used`.
 */
export async function claimPayment(actor: Shopper, orderId: number, { utr }: ClaimInput, db: Executor): Promise<void> {
  return withUniqueUtr(
    inTransaction(db, async (tx) => {
      const owner = ownerOf(actor);
      const order = await lockedOrder(tx, orderId, owner);
      if (order.status === "Cancelled")
        throw new AppError("conflict", "This order was cancelled. If you have paid for it, please call us.");
      const due = duePaise(order);
      if (due === 0) throw new AppError("conflict", "This order is paid.");
      if (order.claimed > 0)
        throw new AppError("conflict", "You have sent us the UTR of this payment. We are checking it.");
      await addEntry(tx, order, {
        method: "upi",
        amount: due,
        state: "claimed",
        reference: utr,
        byUserId: owner.userId,
      });
    }),
  );
}

/** Refuses to receive more than is due, unless the owner accepts it knowingly. Returns whether it is more. */
function checkDue(order: Parameters<typeof duePaise>[0], amount: number, force: boolean): boolean {
  const due = duePaise(order);
  if (amount <= due) return false;
  if (!force)
    throw overpaid(due, due > 0 ? `Only ${formatPaise(due)} is due for this order.` : "Nothing is due for this order.");
  return true;
}

/** Records money that has come in. Throws `not_found`; `overpaid` with `due` in rupees, unless `force` accepts it; `utr_used`. */
export async function recordPayment(
  actor: May<"payments:write">,
  orderId: number,
  { method, amount, reference, force }: PaymentInput,
  db: Executor,
): Promise<void> {
  // A UTR is found again however it was typed.
  const digits = asciiDigits(reference ?? "").replace(/\s/g, "");
  const paise = toPaise(amount);
  return withUniqueUtr(
    inTransaction(db, async (tx) => {
      const order = await lockedOrder(tx, orderId, null);
      const aboveDue = checkDue(order, paise, force);
      await addEntry(tx, order, {
        method,
        amount: paise,
        state: "received",
        reference: method === "upi" && isUtr(digits) ? digits : reference,
        aboveDue,
        byUserId: actor.id,
      });
      const text = `recorded ${formatPaise(paise)} received for order #${orderId} (${methodNames[method]})`;
      await recordAudit(tx, actor, { noun: "payments", nounId: orderId, action: "record", text });
    }),
  );
}

/** Settles a claim; the state that it has already changes nothing, so that a second click or a retry is harmless. */
async function settleClaim(
  actor: May<"payments:write">,
  { orderId, paymentId }: { orderId: number; paymentId: number },
  to: "received" | "failed",
  { force = false, reason = null }: { force?: boolean; reason?: string | null },
  db: Executor,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const [[order], [payment]] = await together(
      lockOrder(tx, orderId, null),
      tx
        .select({ amount: payments.amount, state: payments.state })
        .from(payments)
        .where(and(eq(payments.id, paymentId), eq(payments.orderId, orderId))),
    );
    if (!order) throw orderNotFound();
    if (!payment) throw notFound("Payment not found.");
    if (payment.state !== to) {
      if (payment.state !== "claimed")
        throw new AppError("conflict", "This payment has been confirmed or rejected already.");
      const aboveDue = to === "received" && checkDue(order, payment.amount, force);
      await run(
        tx
          .update(payments)
          .set({ state: to, reason, aboveDue, at: sql`now()`, byUserId: actor.id })
          .where(eq(payments.id, paymentId)),
      );
      await storeMessagesAndEvents(tx, order, { id: paymentId, state: to });
      const did = to === "received" ? "confirmed" : "rejected";
      const text = `${did} ${formatPaise(payment.amount)} by UPI for order #${orderId}`;
      await recordAudit(tx, actor, { noun: "payments", nounId: orderId, action: did, text });
    }
  });
}

/**
 * The money that a customer has claimed to have sent is there. Throws `not_found`; `conflict` for an entry that was rejected
 * or never claimed; `overpaid` when less is due by now, unless `force` accepts it.
 */
export const confirmPayment = (
  actor: May<"payments:write">,
  ids: { orderId: number; paymentId: number },
  { force }: { force: boolean },
  db: Executor,
): Promise<void> => settleClaim(actor, ids, "received", { force }, db);

/** The money has not come in. Throws `not_found`; `conflict` for an entry that was confirmed or never claimed. */
export const rejectPayment = (
  actor: May<"payments:write">,
  ids: { orderId: number; paymentId: number },
  { reason }: { reason: string | null },
  db: Executor,
): Promise<void> => settleClaim(actor, ids, "failed", { reason }, db);
