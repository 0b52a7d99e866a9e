import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { gatewayEvents, gatewayOrders, onlinePayments, orders } from "@/db/schema";
import { inTransaction, once, together } from "@/db/transaction";
import { anySweets, noLocks, type Write, withWriteSlot } from "@/db/write-slots";
import { isShopper } from "@/lib/auth/actor";
import type { Caller } from "@/lib/auth/session";
import { ownerOf } from "@/lib/auth/tokens";
import { shopNow } from "@/lib/clock";
import { AppError, faultCode, isDatabaseUnavailable } from "@/lib/errors";
import { logFault } from "@/lib/http/log";
import { visibleOrder } from "@/lib/order-access";
import { gatewayToAsk, paymentGateway, requireGateway } from "@/lib/payments/current-gateway";
import { GatewayError } from "@/lib/payments/gateway";
import { askSoon, nextAsk, orderOfGateway, recordOnlinePayment } from "@/lib/payments/online-commands";
import type { GatewayCallback } from "@/lib/payments/schema";
import { askForPendingRefunds, recordGatewayRefund } from "./refund-commands";
import { changeStatus } from "./status-commands";

/* What the gateway says by itself, and the job that asks it. Each payment ends in `recordOnlinePayment`, each refund in `settle`. */

const refused = () => new AppError("bad_request", "This is not from the payment service.");

/**
 * The browser has come back from the gateway. Returns the order. What the gateway cannot say just now the job finds out. Throws
 * `bad_request` for a wrong signature, and for an order that is none of ours.
 */
export async function receiveCallback(
  { gatewayId, paymentId, signature, failedOrder }: GatewayCallback,
  write: Write,
): Promise<number> {
  const gateway = requireGateway();
  const known = gatewayId ?? failedOrder;
  const isSigned = gatewayId && paymentId && signature && gateway.isSigned({ gatewayId, paymentId, signature });
  if (known === undefined || (gatewayId !== undefined && !isSigned)) throw refused();
  const orderId = await orderOfGateway(known);
  if (orderId === null) throw refused();
  try {
    const payments = gatewayId && paymentId ? [await gateway.payment(paymentId)] : await gateway.paymentsOf(known);
    if (payments.some((payment) => payment.orderId !== known)) throw refused();
    for (const payment of payments) await write((db) => recordOnlinePayment(payment, db));
    if (payments.every(({ state }) => state !== "open")) return orderId;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
  }
  await write((db) => askSoon(orderId, db));
  return orderId;
}

/** Whether the browser of a caller has an order. */
export const hasOrder = async ({ actor }: Caller, orderId: number): Promise<boolean> =>
  isShopper(actor) && (await readDb().$count(orders, visibleOrder(orderId, ownerOf(actor)))) > 0;

/** PostgreSQL's code for a lock that was waited for too long. */
const LOCKED = "55P03";

/**
 * Does what a webhook says, once for its id, in any order. A payment of an order that stays locked is left to the job. Throws `bad_request`
 * for a wrong signature.
 */
export async function receiveWebhook(body: string, headers: Headers, write: Write): Promise<void> {
  const event = requireGateway().eventOf(body, headers);
  if (!event) throw refused();
  const { id, payment, refund } = event;
  if (!payment && !refund) return;
  try {
    await write((db) =>
      inTransaction(db, async (tx) => {
        const [, stored] = await together(
          // The gateway expects an answer within two seconds, also when the order is locked.
          tx.select({ limit: sql`set_config('lock_timeout', '1200', true)` }).from(once),
          id !== null && tx.insert(gatewayEvents).values({ id }).onConflictDoNothing().returning(),
        );
        if (stored?.length === 0) return;
        if (payment) await recordOnlinePayment(payment, tx);
        if (refund) await recordGatewayRefund(refund, tx);
      }),
    );
  } catch (error) {
    if (faultCode(error) !== LOCKED || !payment || refund) throw error;
    const orderId = await orderOfGateway(payment.orderId);
    if (orderId !== null) await write((db) => askSoon(orderId, db));
  }
}

const MINUTE = 60_000;
/** While the gateway does not answer it is asked every minute, for a day at most; then an order is cancelled without its answer. */
const LONGEST_WAIT = 24 * 60 * MINUTE;
/** Orders for which a run asks at once, and how often it takes as many. */
const AT_ONCE = 5;
const MOST_ROUNDS = 20;

const writeNow: Write = async (work) => (await withWriteSlot(work, noLocks)).done;

/** Takes orders for whose payments it is time to ask. Another instance asks for them again only after a minute. */
function takeDue(db: Executor) {
  const now = shopNow();
  const due = db
    .select({ id: onlinePayments.orderId })
    .from(onlinePayments)
    .where(lte(onlinePayments.askAt, now.toISOString()))
    .orderBy(onlinePayments.askAt)
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
  const taking = db.update(onlinePayments).set({ askAt: new Date(now.getTime() + MINUTE).toISOString() });
  return taking.where(inArray(onlinePayments.orderId, due)).returning();
}
type Due = Awaited<ReturnType<typeof takeDue>>[number];

/** Asks the gateway for the payments of an order and records them. Returns the failure when it gave no answer. */
async function askFor(orderId: number): Promise<GatewayError | null> {
  const made = await writeNow((db) => db.select().from(gatewayOrders).where(eq(gatewayOrders.orderId, orderId)));
  try {
    for (const { gatewayId } of made)
      for (const payment of gatewayId === null ? [] : await gatewayToAsk().paymentsOf(gatewayId))
        await writeNow((db) => recordOnlinePayment(payment, db));
    return null;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return error;
  }
}

/**
 * Asks for one order, cancels it when its time is over and nothing has come in, and says when it is asked for again. Throws `GatewayError` in
 * the end when the gateway gave no answer.
 */
async function askAndExpire({ orderId, since, payBy, askAt: taken }: Due): Promise<void> {
  const failure = await askFor(orderId);
  const isAnswered = failure === null;
  const now = shopNow();
  const ends = payBy === null ? null : new Date(payBy);
  const isOver = ends !== null && ends <= now && (isAnswered || now.getTime() >= ends.getTime() + LONGEST_WAIT);
  if (isOver) await cancelUnpaid(orderId);
  const lastWait = Math.max(Date.parse(since), ends?.getTime() ?? 0) + LONGEST_WAIT;
  const inAMinute = now.getTime() < lastWait ? new Date(now.getTime() + MINUTE) : null;
  const next = isAnswered ? nextAsk(new Date(since), ends, now) : inAMinute;
  // What has come in is not asked for again.
  const isUnpaid = sql`exists (select from ${orders} where ${orders.id} = ${orderId} and ${orders.received} < ${orders.total})`;
  await writeNow((db) =>
    db
      .update(onlinePayments)
      .set({
        askAt: sql`case when ${isUnpaid} then ${next?.toISOString() ?? null}::timestamptz end`,
        // It is cancelled once: staff may take it up again.
        ...(isOver && { payBy: null }),
      })
      // Meanwhile a callback may have asked for it again (`askSoon`).
      .where(and(eq(onlinePayments.orderId, orderId), sql`${onlinePayments.askAt} = ${taken}`)),
  );
  if (failure) throw failure;
}

async function cancelUnpaid(id: number): Promise<void> {
  const reason = "Not paid in time";
  const change = { id, status: "Cancelled", by: null, owner: null, expected: "Pending", reason } as const;
  try {
    await (await withWriteSlot((db) => changeStatus(change, db), anySweets)).done;
  } catch (error) {
    // Somebody has paid it, or staff have taken it up.
    if (!(error instanceof AppError && error.code === "conflict")) throw error;
  }
}

/** Asks the gateway for what is due: refunds, and payments of orders. Every instance may run it. A run logs its first failure alone. */
export async function askPaymentGateway(): Promise<void> {
  let isLogged = false;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const refunds = paymentGateway() ? await askForPendingRefunds(writeNow) : [];
    const due = await writeNow(takeDue);
    const asked = [...refunds, ...due.map(askAndExpire)];
    if (asked.length === 0) return;
    for (const one of await Promise.allSettled(asked)) {
      if (one.status === "fulfilled" || isLogged || isDatabaseUnavailable(one.reason)) continue;
      logFault(one.reason, "-", "payment gateway");
      isLogged = true;
    }
  }
}
