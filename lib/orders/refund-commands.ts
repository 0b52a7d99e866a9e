import { randomUUID } from "node:crypto";
import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { orders, payments } from "@/db/schema";
import { inTransaction, run, together } from "@/db/transaction";
import type { Write } from "@/db/write-slots";
import type { May } from "@/lib/auth/actor";
import { recordAudit } from "@/lib/auth/audit-log";
import { shopNow } from "@/lib/clock";
import { AppError } from "@/lib/errors";
import { insertEvents } from "@/lib/events";
import { KEY_HOURS } from "@/lib/http/idempotency";
import { logFault } from "@/lib/http/log";
import { creditRefunds } from "@/lib/invoices/commands";
import { formatPaise, toPaise, toRupees } from "@/lib/money";
import { type LockedOrder, lockedOrder } from "@/lib/order-access";
import { addEntry, storeMessagesAndEvents } from "@/lib/payments/commands";
import { methodNames } from "@/lib/payments/constants";
import { gatewayToAsk } from "@/lib/payments/current-gateway";
import { GatewayError, type GatewayRefund } from "@/lib/payments/gateway";
import type { RefundInput } from "@/lib/payments/schema";
import { storedOrder } from "./queries";
import { type AdminOrder, toAdminOrder } from "./serializers";

/*
 * Refunds. One that the shop has paid itself is recorded at once. One by the gateway is an entry (refund_pending) with a key before the
 * gateway is asked, so that a lost answer is asked for again with the same key and nothing is paid twice.
 */

/** Minutes until the gateway is asked again: what it has not answered, and what it has and is still pending. */
const ASK_AGAIN = { unanswered: 1, pending: 60 } as const;
const inMinutes = (minutes: number) => new Date(shopNow().getTime() + minutes * 60_000).toISOString();

type Entry = typeof payments.$inferSelect;
const ledgerOf = (db: Executor, orderId: number): Promise<Entry[]> =>
  run(db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.id)));
const sumOf = (entries: readonly Entry[]) => entries.reduce((sum, { amount }) => sum + amount, 0);
const isGone = ({ state }: Entry) => state === "refunded" || state === "refund_pending";
const isUnanswered = ({ state, reference }: Entry) => state === "refund_pending" && reference === null;

/**
 * What the gateway is asked to pay back: entries of the ledger, none when it was recorded at once. `isNew`: nobody has asked for it yet.
 * `amount` is in paise.
 */
export type AskedRefund = { orderId: number; entries: number[]; amount: number; isNew: boolean };

/** The entries of the same refund of the last day, when its request has had no answer. Those of one request have one time of creation. */
function askedBefore(ledger: readonly Entry[], paise: number, reason: string): number[] | undefined {
  const since = Date.now() - KEY_HOURS * 3_600_000;
  const open = ledger.filter(
    (entry) => !entry.isAnswered && entry.reason === reason && Date.parse(entry.createdAt) > since,
  );
  const requests = open.map(({ createdAt }) => open.filter((entry) => entry.createdAt === createdAt));
  return requests.find((request) => sumOf(request) === paise && request.some(isGone))?.map(({ id }) => id);
}

/**
 * Records money that the shop has paid back itself, with its credit note; or stores what the gateway is to pay back, of the newest payment
 * first, for `sendRefunds`. The same refund as one whose request has had no answer is that one.
 * Throws `not_found`; `overpaid` with `due` for more than can still be refunded, with `available` for more than the gateway can pay back.
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
    const ledger = await ledgerOf(tx, orderId);
    const online = ledger
      .filter((entry) => !method && entry.method === "online" && entry.state === "received")
      .map(({ id, amount }) => ({
        id,
        left: amount - sumOf(ledger.filter((one) => one.refundOf === id && isGone(one))),
      }))
      .reverse();
    const isOnline = online.length > 0;
    const known = isOnline && askedBefore(ledger, paise, reason);
    if (known) return { orderId, entries: known, amount: paise, isNew: false };
    const left = order.received - order.refunded - order.refundPending;
    const ofGateway = online.reduce((sum, payment) => sum + payment.left, 0);
    const available = isOnline && { available: toRupees(Math.min(left, ofGateway)) };
    if (paise > left) {
      const text =
        left > 0 ? `Only ${formatPaise(left)} can still be refunded.` : "Nothing was received that could be refunded.";
      throw new AppError("overpaid", text, { due: toRupees(left), ...available });
    }
    if (isOnline && paise > ofGateway) {
      const text = `Only ${formatPaise(ofGateway)} of it was paid online. Please choose how you pay back the rest.`;
      throw new AppError("overpaid", text, { ...available });
    }
    const by = { reason, byUserId: actor.id };
    const entries: number[] = [];
    let rest = paise;
    for (const payment of online) {
      const part = Math.min(rest, payment.left);
      if (part <= 0) continue;
      rest -= part;
      const asked = { gatewayKey: randomUUID(), askAt: inMinutes(ASK_AGAIN.unanswered), isAnswered: false, asking: 1 };
      const entry = { ...by, ...asked, method: "online", amount: part, refundOf: payment.id } as const;
      entries.push(await addEntry(tx, order, { ...entry, state: "refund_pending" }));
    }
    const last = ledger.findLast(({ state }) => state === "received");
    if (!isOnline) await addRefund(tx, order, { ...by, method: method ?? last?.method ?? "cash", amount: paise });
    // The reason goes with the customer's account, so it is not repeated here.
    const how = isOnline ? " online" : method ? ` (${methodNames[method]})` : "";
    const text = `paid ${formatPaise(paise)} back for order #${orderId}${how}`;
    await recordAudit(tx, actor, { noun: "refunds", nounId: orderId, action: "refund", text });
    return { orderId, entries, amount: paise, isNew: true };
  });
}

/** Adds a refund that was made to the ledger of an order that is locked, with its credit note. */
async function addRefund(
  tx: Executor,
  order: LockedOrder,
  refund: Pick<typeof payments.$inferInsert, "method" | "amount" | "byUserId" | "reference" | "refundOf"> & {
    reason: string;
  },
) {
  await addEntry(tx, order, { ...refund, state: "refunded" });
  const creditedAhead = order.creditedAhead - refund.amount;
  await creditRefunds(tx, { ...order, refunded: order.refunded + refund.amount, creditedAhead }, refund.reason);
  // It makes up for one that has failed, whose note was issued.
  if (creditedAhead >= 0) await run(tx.update(orders).set({ creditedAhead }).where(eq(orders.id, order.id)));
}

/** Records a refund that the shop has paid itself. Throws as `askForRefund`. */
export const refundOrder = (...[actor, orderId, input, db]: Parameters<typeof askForRefund>): Promise<AdminOrder> =>
  inTransaction(db, async (tx) => {
    await askForRefund(actor, orderId, input, tx);
    return toAdminOrder(await storedOrder(tx, orderId));
  });

/** What the gateway says of a refund. */
type Answer = { id: string | null; state: GatewayRefund["state"] };
const states = { pending: "refund_pending", processed: "refunded", failed: "refund_failed" } as const;

/** Writes what the gateway says of a refund of an order that is locked, whose credit notes are issued. */
async function settle(tx: Executor, order: LockedOrder, entry: Entry, { id, state }: Answer): Promise<void> {
  const to = states[state];
  // The bank can still send back a refund that was made. One that has failed stays so: it is tried again as another one.
  if (entry.state !== "refund_pending" && !(entry.state === "refunded" && to === "refund_failed")) return;
  const askAt = to === "refund_pending" ? inMinutes(ASK_AGAIN.pending) : null;
  const isMoved = to !== entry.state;
  await run(
    tx
      .update(payments)
      .set({ state: to, reference: id ?? entry.reference, askAt, ...(isMoved && { at: sql`now()` }) })
      .where(eq(payments.id, entry.id)),
  );
  if (isMoved) await storeMessagesAndEvents(tx, order, { id: entry.id, state: to });
}

/** Asks the gateway for a refund, or how one stands that it has answered already. Throws `GatewayError` when it gives no answer. */
async function askGateway(entry: Entry, paymentId: string): Promise<Answer> {
  const gateway = gatewayToAsk();
  try {
    if (entry.reference !== null) return await gateway.refundOf(entry.reference);
    return await gateway.refund({ paymentId, amount: entry.amount, key: entry.gatewayKey ?? "" });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    logFault(error, "-", `refund of order ${entry.orderId}`);
    if (error.kind === "refused" && entry.reference === null) return { id: null, state: "failed" };
    throw error;
  }
}

/**
 * Asks the gateway for refunds that are stored, and writes what it says. `byJob`: nobody waits for an answer. Returns
 * - `left`: what has not gone, in rupees;
 * - `isUndone`: the gateway could not be reached, and nothing is pending;
 * - `isAway`: it gave no answer, for which the job or the same refund asks again.
 */
export async function sendRefunds({ orderId, entries, amount, isNew }: AskedRefund, write: Write, byJob = false) {
  if (entries.length === 0) return { left: 0, isAway: false, isUndone: false };
  const isOpen = (ids: number[]) =>
    and(inArray(payments.id, ids), eq(payments.state, "refund_pending"), isNull(payments.reference));
  const asking = (change: 1 | -1) => ({ asking: sql`${payments.asking} + ${change}` });
  if (!isNew) await write((db) => db.update(payments).set(asking(1)).where(isOpen(entries)));
  const ledger = await write((db) => ledgerOf(db, orderId));
  const pending = ledger.filter(({ id, state }) => entries.includes(id) && state === "refund_pending");
  const paymentOf = (entry: Entry) => ledger.find(({ id }) => id === entry.refundOf)?.reference ?? "";
  const answers = new Map<number, Answer>();
  let unsent: Entry[] = [];
  for (const entry of pending) {
    try {
      answers.set(entry.id, await askGateway(entry, paymentOf(entry)));
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      if (error.kind === "unreachable") unsent = pending.filter((one) => isUnanswered(one) && !answers.has(one.id));
      break;
    }
  }
  const unsentIds = unsent.map(({ id }) => id);
  return write((db) =>
    inTransaction(db, async (tx) => {
      let order = await lockedOrder(tx, orderId, null);
      const stored = await ledgerOf(tx, orderId);
      if (unsent.length > 0) {
        const left = await run(tx.update(payments).set(asking(-1)).where(isOpen(unsentIds)).returning());
        // No request can have sent these. When another refund has brought their note along, they have failed; else they are taken back.
        const free = left.filter((entry) => entry.asking === 0).map(({ id }) => id);
        const failed = sumOf(stored.filter(({ state }) => state === "refund_failed"));
        if (order.creditedAhead + sumOf(unsent) > failed)
          for (const id of free) answers.set(id, { id: null, state: "failed" });
        else
          await together(
            tx.delete(payments).where(inArray(payments.id, free)),
            insertEvents(tx, [{ type: "order.updated", orderId }]),
          );
        order = await lockedOrder(tx, orderId, null);
      }
      if (unsent.length < pending.length) await creditRefunds(tx, order, pending[0]?.reason ?? "Refunded");
      for (const entry of stored) {
        const answer = answers.get(entry.id);
        if (!answer) continue;
        // A webhook has taken the entry for a refund of the same amount that was made in the dashboard: this is another one, if it was made.
        const isOther = entry.reference !== null && entry.reference !== answer.id;
        const { id, state } = answer;
        if (!isOther) await settle(tx, order, entry, answer);
        else if (id !== null) {
          const own = { paymentId: paymentOf(entry), amount: entry.amount, key: entry.gatewayKey };
          await recordGatewayRefund({ id, state, ...own }, tx);
        }
      }
      const left = (await ledgerOf(tx, orderId)).filter(({ id }) => entries.includes(id));
      const isAway = left.some(isUnanswered);
      const answered = tx.update(payments).set({ isAnswered: true }).where(inArray(payments.id, entries));
      if (!isAway && !byJob) await run(answered);
      return { left: toRupees(amount - sumOf(left.filter(isGone))), isAway, isUndone: left.length === 0 };
    }),
  );
}

/**
 * Writes what a webhook says of a refund, in the caller's transaction. One that nobody knows was made in the gateway's dashboard, and is
 * recorded when it was made.
 */
export async function recordGatewayRefund(refund: GatewayRefund, tx: Executor): Promise<void> {
  const isPayment = and(eq(payments.method, "online"), eq(payments.reference, refund.paymentId));
  const [payment] = await run(tx.select().from(payments).where(isPayment));
  if (payment?.state !== "received") return;
  const order = await lockedOrder(tx, payment.orderId, null);
  const ofPayment = (await ledgerOf(tx, order.id)).filter(({ refundOf }) => refundOf === payment.id);
  const isSame = ({ gatewayKey, amount }: Entry) =>
    refund.key === null ? amount === refund.amount : gatewayKey === refund.key;
  const entry =
    ofPayment.find(({ reference }) => reference === refund.id) ?? ofPayment.filter(isUnanswered).find(isSame);
  if (entry) {
    await creditRefunds(tx, order, entry.reason ?? "Refunded");
    return settle(tx, order, entry, refund);
  }
  if (refund.state !== "processed") return;
  if (refund.amount > order.received - order.refunded - order.refundPending) {
    // The gateway sends it again, when those that are pending are made or have failed.
    if (order.refundPending > 0) throw new AppError("conflict", "Refunds of this order are pending.");
    const unexpected = new Error(`The refund ${refund.id} is more than is left of order ${order.id}`);
    return logFault(unexpected, "-", "payment gateway");
  }
  const made = { method: "online", amount: refund.amount, reference: refund.id, refundOf: payment.id } as const;
  await addRefund(tx, order, { ...made, reason: "Refunded at the payment service" });
}

/** Pending refunds that a run of the job asks for at once. */
const AT_ONCE = 5;

/** Takes refunds that are pending and asks the gateway for them. Another instance asks for them again only after a minute. */
export async function askForPendingRefunds(write: Write): Promise<Promise<unknown>[]> {
  const taken = await write((db) => {
    const due = db
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.state, "refund_pending"), lte(payments.askAt, shopNow().toISOString())))
      .orderBy(asc(payments.askAt))
      .limit(AT_ONCE)
      .for("update", { skipLocked: true });
    const taking = db.update(payments).set({ askAt: inMinutes(ASK_AGAIN.unanswered) });
    return taking.where(inArray(payments.id, due)).returning();
  });
  return taken.map(({ id, orderId, amount }) =>
    sendRefunds({ orderId, entries: [id], amount, isNew: false }, write, true),
  );
}
