import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, isNull, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { gatewayOrders, onlinePayments, orders, payments } from "@/db/schema";
import { inTransaction, run, together } from "@/db/transaction";
import type { Write } from "@/db/write-slots";
import type { Shopper } from "@/lib/auth/actor";
import { ownerOf } from "@/lib/auth/tokens";
import { shopNow } from "@/lib/clock";
import { AppError } from "@/lib/errors";
import { insertEvents } from "@/lib/events";
import { logFault } from "@/lib/http/log";
import { toRupees } from "@/lib/money";
import { lockedOrder, lockOrder, orderNotFound } from "@/lib/order-access";
import { currentSettings } from "@/lib/settings/queries";
import { addEntry } from "./commands";
import { gatewayAway, offersOnline, requireGateway } from "./current-gateway";
import { type Gateway, GatewayError, type GatewayPayment } from "./gateway";
import { codRefusal, codUnavailable, duePaise } from "./rules";

/* How an order is paid by the gateway. It is never asked in a transaction: it may take seconds. */

const MINUTE = 60_000;
/** Minutes after placing at which the gateway is asked for payments of an order that is unpaid, then each hour for a day. */
const ASKED_AFTER = [1, 3, 10, 30, ...Array.from({ length: 24 }, (_, hour) => (hour + 1) * 60)];

/** When the gateway is asked next: by that plan, and when the time to pay is over. Null: not again. */
export function nextAsk(since: Date, payBy: Date | null, now: Date): Date | null {
  const times = ASKED_AFTER.map((minutes) => since.getTime() + minutes * MINUTE);
  if (payBy) times.push(payBy.getTime());
  const coming = times.filter((time) => time > now.getTime());
  return coming.length > 0 ? new Date(Math.min(...coming)) : null;
}

/** The statement that starts the time in which a new order must be paid online. */
export function newOnlinePayment(tx: Executor, orderId: number, holdMinutes: number, now: Date) {
  const payBy = new Date(now.getTime() + holdMinutes * MINUTE);
  return tx.insert(onlinePayments).values({
    orderId,
    since: now.toISOString(),
    payBy: payBy.toISOString(),
    askAt: nextAsk(now, payBy, now)?.toISOString(),
  });
}

/** Milliseconds for which one request asks the gateway to make an order, and for which another waits for it. */
const LEASE_MS = 10_000;
const PAUSE_MS = 250;

/**
 * Finds or stores the gateway order for what is due of an order, and leases one that the gateway has not answered yet. Locks: the order.
 * Throws `not_found`; `conflict` when it is paid or cancelled, a UPI payment is being checked, or it was not to be paid online.
 */
async function prepareGatewayOrder(actor: Shopper, id: number, db: Executor) {
  const { payments: settings } = (await currentSettings()).values;
  return inTransaction(db, async (tx) => {
    const [[order], earlier] = await together(
      lockOrder(tx, id, ownerOf(actor)),
      tx.select().from(gatewayOrders).where(eq(gatewayOrders.orderId, id)),
    );
    if (!order) throw orderNotFound();
    const due = duePaise(order);
    if (order.status === "Cancelled") throw new AppError("conflict", "This order was cancelled.");
    if (due === 0) throw new AppError("conflict", "This order is paid.");
    if (order.claimed > 0)
      throw new AppError("conflict", "You have sent us the UTR of this payment. We are checking it.");
    if (order.paymentMethod !== "online" && !offersOnline(settings))
      throw new AppError("conflict", "Orders cannot be paid online at the moment.");
    const known = earlier.find(({ amount, isPaid }) => amount === due && !isPaid);
    const receipt = known?.receipt ?? `MTH${id}${earlier.length > 0 ? `-${earlier.length + 1}` : ""}`;
    const isLeased = !known?.gatewayId && Date.parse(known?.leasedUntil ?? "1970") < Date.now();
    const leasedUntil = new Date(Date.now() + LEASE_MS).toISOString();
    const now = shopNow();
    const isOver = isNull(onlinePayments.askAt);
    await together(
      isLeased &&
        tx
          .insert(gatewayOrders)
          .values({ receipt, orderId: id, amount: due, leasedUntil })
          .onConflictDoUpdate({ target: gatewayOrders.receipt, set: { leasedUntil } }),
      tx
        .insert(onlinePayments)
        .values({ orderId: id, since: now.toISOString(), askAt: nextAsk(now, null, now)?.toISOString() })
        .onConflictDoUpdate({
          target: onlinePayments.orderId,
          set: {
            since: sql`case when ${isOver} then excluded.since else ${onlinePayments.since} end`,
            askAt: sql`least(${onlinePayments.askAt}, excluded.ask_at)`,
          },
        }),
    );
    const email = order.customerEmail ?? (actor.kind === "user" ? actor.email : null);
    return {
      made: { receipt, amount: due, gatewayId: known?.gatewayId ?? null, isLeased, isNew: !known },
      buyer: { name: order.recipientName, email, phone: order.phoneNumber },
    };
  });
}
type Prepared = Awaited<ReturnType<typeof prepareGatewayOrder>>["made"];

/**
 * The gateway's id of a leased order; null when another request has stored one meanwhile. A lost answer is looked for by the receipt before
 * another order is made.
 */
async function makeGatewayOrder(gateway: Gateway, { receipt, amount, isNew }: Prepared, write: Write) {
  let id: string | null = null;
  try {
    id = isNew ? null : await gateway.findOrder({ receipt, amount });
    id ??= await gateway.createOrder({ receipt, amount });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind !== "unanswered") logFault(error, "-", "payment gateway");
  }
  const [stored] = await write((db) =>
    db
      .update(gatewayOrders)
      .set({ gatewayId: id, leasedUntil: null })
      .where(and(eq(gatewayOrders.receipt, receipt), isNull(gatewayOrders.gatewayId)))
      .returning({ id: gatewayOrders.gatewayId }),
  );
  if (stored && id === null) throw gatewayAway();
  return stored ? id : null;
}

/**
 * What the shopper's browser posts to the gateway to pay what is due of an order, in rupees. Throws as `prepareGatewayOrder`, `not_found`
 * without keys, and `service_unavailable` while the gateway is away.
 */
export async function openCheckout(actor: Shopper, id: number, write: Write) {
  const gateway = requireGateway();
  const until = performance.now() + LEASE_MS;
  for (;;) {
    const { made, buyer } = await write((db) => prepareGatewayOrder(actor, id, db));
    const gatewayId = made.isLeased ? await makeGatewayOrder(gateway, made, write) : made.gatewayId;
    if (gatewayId !== null) {
      const form = gateway.formOf({ gatewayId, orderId: id, amount: made.amount, ...buyer });
      return { orderId: gatewayId, amount: toRupees(made.amount), ...form };
    }
    if (performance.now() > until) throw gatewayAway();
    await sleep(PAUSE_MS);
  }
}

/**
 * Records what the gateway says of a payment, once, whatever says it: a callback, a webhook or the job. Only captured money counts, with the
 * amount that was captured, also above what is due and after a cancel.
 */
export async function recordOnlinePayment(payment: GatewayPayment, db: Executor): Promise<void> {
  return inTransaction(db, async (tx) => {
    const orderId = await orderOfGateway(payment.orderId, tx);
    if (orderId === null || payment.state === "open") return;
    const isKnown = and(eq(payments.method, "online"), eq(payments.reference, payment.id));
    const [[order], [known]] = await together(
      lockOrder(tx, orderId, null),
      tx.select({ fee: payments.fee }).from(payments).where(isKnown),
    );
    if (!order) throw orderNotFound();
    const setFailure = (failure: string | null) =>
      run(tx.update(onlinePayments).set({ failure }).where(eq(onlinePayments.orderId, orderId)));
    if (payment.state === "failed") {
      // It may be said late: this try has come in since, or another one has paid the order.
      if (!known && duePaise(order) > 0) await setFailure(payment.failure);
      return;
    }
    if (known) {
      if (known.fee === null && payment.fee !== null)
        await run(tx.update(payments).set({ fee: payment.fee }).where(isKnown));
      return;
    }
    await addEntry(tx, order, {
      method: "online",
      amount: payment.amount,
      state: "received",
      reference: payment.id,
      fee: payment.fee,
      aboveDue: payment.amount > duePaise(order),
    });
    await setFailure(null);
    await run(tx.update(gatewayOrders).set({ isPaid: true }).where(eq(gatewayOrders.gatewayId, payment.orderId)));
  });
}

/** The order that a gateway order was made for; null when it is none of ours. */
export async function orderOfGateway(gatewayId: string, db = readDb()): Promise<number | null> {
  const [made] = await run(db.select().from(gatewayOrders).where(eq(gatewayOrders.gatewayId, gatewayId)));
  return made?.orderId ?? null;
}

/** Has the job ask the gateway for the payments of an order at once. */
export const askSoon = (orderId: number, db: Executor) =>
  db.update(onlinePayments).set({ askAt: shopNow().toISOString() }).where(eq(onlinePayments.orderId, orderId));

/**
 * The customer pays an order on delivery that was to be paid online: it is not cancelled any more for want of a payment. Throws `not_found`;
 * `conflict` when it is paid or cancelled; `cod_unavailable` with `upTo` in rupees.
 */
export async function payOnDelivery(actor: Shopper, id: number, db: Executor): Promise<void> {
  const { payments: settings } = (await currentSettings()).values;
  await inTransaction(db, async (tx) => {
    const order = await lockedOrder(tx, id, ownerOf(actor));
    if (order.status === "Cancelled") throw new AppError("conflict", "This order was cancelled.");
    if (order.paymentState !== "unpaid")
      throw new AppError("conflict", "This order is paid, or a payment is being checked.");
    if (order.paymentMethod === "cod") return;
    if (codRefusal(toRupees(order.total), settings.cod) !== null) throw codUnavailable(settings);
    await together(
      tx.update(orders).set({ paymentMethod: "cod", updatedAt: sql`now()` }).where(eq(orders.id, id)),
      tx.update(onlinePayments).set({ payBy: null }).where(eq(onlinePayments.orderId, id)),
      insertEvents(tx, [{ type: "order.updated", orderId: id }]),
    );
  });
}
