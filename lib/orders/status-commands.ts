import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import type { OrderStatus, Tracking } from "@/db/constants/orders";
import { orderStatusHistory, orders } from "@/db/schema";
import { inTransaction, together } from "@/db/transaction";
import type { Write } from "@/db/write-slots";
import { assertMay, type May, type Shopper } from "@/lib/auth/actor";
import { ownerOf } from "@/lib/auth/tokens";
import { shopNow } from "@/lib/clock";
import { capacityOf, poolOf } from "@/lib/delivery/fulfilment";
import { releasePlace, takePlace } from "@/lib/delivery/places";
import { AppError, isDatabaseUnavailable } from "@/lib/errors";
import { insertEvents } from "@/lib/events";
import { logFault } from "@/lib/http/log";
import { creditInvoice, issueInvoice } from "@/lib/invoices/commands";
import { formatRupees, toPaise, toRupees } from "@/lib/money";
import type { Owner } from "@/lib/order-access";
import { insertMessages } from "@/lib/outbox";
import { recordPayment } from "@/lib/payments/commands";
import { isMailed, toRefundOf } from "@/lib/payments/rules";
import type { RefundInput } from "@/lib/payments/schema";
import { findWindow } from "@/lib/settings/calendar";
import { currentSettings, type Settings } from "@/lib/settings/queries";
import { takingStock } from "@/lib/stock/expired";
import { fillShort } from "@/lib/stock/plan-moves";
import { findAnyOrder } from "./admin-queries";
import { assertAvailable, claimedItems, lockClaims, moveClaims, NO_CLAIMS } from "./claims";
import { failedToSet, statusSet } from "./constants";
import { storeChange } from "./correction-commands";
import { lockWithSettings } from "./order-lock";
import type { StoredOrder } from "./order-select";
import { storedOrder } from "./queries";
import { type AskedRefund, askForRefund, sendRefunds } from "./refund-commands";
import { insertSaleEvents } from "./sale-events";
import type { TrackingChange } from "./schema";
import { type AdminOrder, type CustomerOrder, toAdminOrder, toCustomerOrder } from "./serializers";
import { trackingText } from "./texts";
import { WindowFull } from "./window-places";

type StatusUpdate = {
  id: number;
  status: OrderStatus;
  /** The user who changes it; null for a visitor. */
  by: number | null;
  /** The shopper who must own the order; null for staff. */
  owner: Owner | null;
  /** The status that the order must still have. */
  expected?: OrderStatus;
  tracking?: TrackingChange;
  /** Why, when nobody has done it: only an order that waits for a payment online. */
  reason?: string;
};

const recordOf = (tracking: Tracking | null) => [trackingText(tracking), tracking?.url].filter(Boolean).join(" ");

/** The courier of an order after a change: what is absent stays, null is taken away. */
function trackingAfter(before: Tracking | null, change: TrackingChange | undefined): Tracking | null {
  if (change === null) return null;
  const partOf = (name: keyof Tracking) => (change?.[name] === undefined ? (before?.[name] ?? null) : change[name]);
  const after = { carrier: partOf("carrier"), number: partOf("number"), url: partOf("url") };
  return Object.values(after).some(Boolean) ? after : null;
}

/** The message that a status sends to the customer. */
const messageOf: Partial<Record<OrderStatus, "order_shipped" | "order_completed" | "order_cancelled">> = {
  Shipped: "order_shipped",
  Completed: "order_completed",
  Cancelled: "order_cancelled",
};

/** Locks: the settings, the order, its sweets by id, their expired lines, the window's places, days of plans. Returns the status before. */
async function setStatus(
  tx: Executor,
  { id, status, by, owner, expected, tracking: change, reason: why }: StatusUpdate,
  known: Settings,
): Promise<OrderStatus> {
  // Lock, then load.
  const { order, settings } = await lockWithSettings(tx, id, owner, known);
  if (expected && order.status !== expected) throw new AppError("conflict", `Order #${id} is ${order.status} now.`);
  if (why && (order.paymentState !== "unpaid" || order.paymentMethod !== "online"))
    throw new AppError("conflict", `Order #${id} does not wait for a payment online.`);
  const tracking = trackingAfter(order.tracking, change);
  if (order.status === status) {
    const recorded = { field: "tracking", from: recordOf(order.tracking) || null, to: recordOf(tracking) } as const;
    if (!isDeepStrictEqual(tracking, order.tracking)) await storeChange(tx, order, by, [recorded], { tracking });
    return status;
  }
  if (owner && order.status !== "Pending")
    throw new AppError("conflict", "Only a pending order can be cancelled. Please contact us.");
  const isCancelled = status === "Cancelled";
  const wasCancelled = order.status === "Cancelled";
  const returns = isCancelled && (order.status === "Pending" || order.status === "Processing");
  const takesAgain = wasCancelled && order.stockReturned;
  const claims = returns || wasCancelled ? await lockClaims(tx, id) : NO_CLAIMS;

  // Check.
  if (takesAgain)
    claims.plans = await assertAvailable(tx, claims, { day: null, values: settings.values, now: shopNow() });

  // Write.
  const stockReturned = returns || (order.stockReturned && !takesAgain);
  const place =
    order.slotDate && order.slotFrom
      ? { date: order.slotDate, from: order.slotFrom, pool: poolOf(order.method) }
      : undefined;
  const capacity = place ? capacityOf(findWindow(settings.values.windows, place), place.pool, settings) : 0;
  const sign = returns ? -1 : takesAgain ? 1 : 0;
  const reason = takesAgain ? ("reinstate" as const) : ("cancel" as const);
  const [taken, , [entry]] = await together(
    // A window that the settings no longer have has no places.
    wasCancelled && place && takePlace(tx, place, capacity),
    isCancelled && place && releasePlace(tx, place),
    tx
      .insert(orderStatusHistory)
      .values({ orderId: id, from: order.status, to: status, byUserId: by, reason: why })
      .returning({ id: orderStatusHistory.id }),
    ...moveClaims(tx, claims, sign, { reason, userId: by, orderId: id }),
    tx
      .update(orders)
      // Units that are back in stock are in no packed box.
      .set({ status, stockReturned, tracking, ...(stockReturned && { packedAt: null }), updatedAt: sql`now()` })
      .where(eq(orders.id, id)),
  );
  if (returns && claims.isAnyShort) await fillShort(tx, claims.sweetIds, by);
  if (wasCancelled && place && !taken?.length)
    throw new WindowFull(
      place,
      // Only the owner takes up a cancelled order, and may then overbook a window.
      { pool: place.pool, leadMinutes: 0, items: claimedItems(claims) },
      settings,
      "The window of this order is full. Move the order to another window first.",
    );
  const kind = messageOf[status];
  await together(
    kind &&
      isMailed(order) &&
      insertMessages(tx, settings.values.messages, [{ kind, event: `${kind}:${entry?.id}`, orderId: id }]),
    insertEvents(tx, [{ type: isCancelled ? "order.cancelled" : "order.updated", orderId: id }]),
    takesAgain && insertSaleEvents(tx, claims.lines),
  );
  if (status === "Shipped" || status === "Completed") await issueInvoice(tx, id, settings.values);
  if (isCancelled) await creditInvoice(tx, id, { amount: null, reason: "Order cancelled" });
  return order.status;
}

/**
 * Sets an order's status and keeps stock and the places of windows right; the status that it has already changes nothing. What is
 * shipped or completed is invoiced, and what is cancelled after that credited. The caller has authorised. Throws
 * `not_found`; `conflict` when a shopper's order is past Pending, or has not the `expected` status; `insufficient_stock`, `day_short` and
 * `slot_full` when an order that leaves Cancelled cannot get its units or its place again.
 */
export async function changeStatus(
  change: StatusUpdate,
  db: Executor,
): Promise<{ order: StoredOrder; was: OrderStatus }> {
  const known = await currentSettings();
  const was = await takingStock(db, "short", (tx) => setStatus(tx, change, known));
  return { order: await storedOrder(db, change.id), was };
}

/** Cancels the shopper's own Pending order; its units return once. `conflict` when it is past Pending. */
export async function cancelOrder(actor: Shopper, id: number, db: Executor): Promise<CustomerOrder> {
  const owner = ownerOf(actor);
  const { order } = await changeStatus({ id, status: "Cancelled", by: owner.userId, owner }, db);
  return toCustomerOrder(order);
}

/** Money that moves together with a status. Rupees. */
export type StatusMoney = {
  /** The whole due, as the owner saw it, was received on delivery. */
  received?: number;
  /** With Cancelled: what is paid back. */
  refund?: RefundInput;
  /** What of the refund the gateway has not taken. */
  unsent?: number;
};

/** `expected`: the status that the order must still have. `tracking`: of what is shipped. */
type Settlement = StatusMoney & { expected?: OrderStatus; tracking?: TrackingChange };

/** An order whose status was set, what its status was, and the refund that the gateway is to be asked for (`sendRefunds`). */
type Settled = { order: AdminOrder; was: OrderStatus; asked?: AskedRefund } & Pick<StatusMoney, "unsent">;

/**
 * Sets an order's status, whatever it was, and keeps stock right; with money also its payments, both or neither. The status that it has
 * already changes nothing, and what was received or refunded with it already is not moved again. Throws
 * `not_found`; `insufficient_stock` when an order that leaves Cancelled cannot get its units again; `conflict` when something else is
 * due than the owner saw, or the status is not the `expected` one; `overpaid` for a refund of more than was received.
 */
export async function settleOrder(
  actor: May<"orders:write">,
  id: number,
  status: OrderStatus,
  db: Executor,
  { received, refund, expected, tracking }: Settlement = {},
): Promise<Settled> {
  const receiver = received !== undefined && assertMay(actor, "payments:write");
  const refunder = refund !== undefined && assertMay(actor, "refunds:write");
  const change = (tx: Executor) => changeStatus({ id, status, by: actor.id, owner: null, expected, tracking }, tx);
  if (!receiver && !refunder) {
    const { order, was } = await change(db);
    return { order: toAdminOrder(order), was };
  }
  return inTransaction(db, async (tx) => {
    const { was } = await change(tx);
    // A double click finds the order as the first one has left it.
    if (receiver) await receiveDue(receiver, id, received, tx);
    const isCancelled = status === "Cancelled" && was !== "Cancelled";
    const asked = refunder && isCancelled ? await askForRefund(refunder, id, refund, tx) : undefined;
    const order = await findAnyOrder(actor, id, tx);
    return { order, was, asked: asked?.entries.length ? asked : undefined };
  });
}

/** The same; the order alone. */
export async function setOrderStatus(...change: Parameters<typeof settleOrder>): Promise<AdminOrder> {
  return (await settleOrder(...change)).order;
}

/** Records that what the owner saw as due was collected on delivery. An order that is paid by now stays as it is. */
async function receiveDue(
  actor: May<"orders:write"> & May<"payments:write">,
  id: number,
  amount: number,
  tx: Executor,
): Promise<void> {
  const { due, state } = (await findAnyOrder(actor, id, tx)).payment;
  if (due === 0) return;
  if (state === "claimed")
    throw new AppError("conflict", "This order has a UPI payment to be checked. Please confirm or reject it first.");
  if (toPaise(due) !== toPaise(amount))
    throw new AppError("conflict", `${formatRupees(due)} is due for this order now. Please check it again.`);
  await recordPayment(actor, id, { method: "cod", amount, reference: null, force: false }, tx);
}

/** What is said of an order whose status was set, and of its money. */
export function statusOutcome(order: AdminOrder, { received, refund, unsent = 0 }: StatusMoney = {}): string {
  const gone = refund ? toRupees(toPaise(refund.amount) - toPaise(unsent)) : 0;
  const isPending = order.payments.some(({ state }) => state === "refund_pending");
  const left = order.status === "Cancelled" ? toRefundOf(order) : 0;
  const money = [
    received !== undefined && `${formatRupees(received)} received`,
    gone > 0 && `${formatRupees(gone)} ${isPending ? "is on its way back" : "refunded"}`,
    left > 0 && `${formatRupees(left)} is still to be refunded`,
  ];
  return [statusSet[order.status], ...money.filter(Boolean)].join(". ");
}

/** What came of setting a status. `undo`: setting it back to Pending takes back all that was done. */
export type StatusOutcome = { id: number; message: string; undo?: boolean };

/** Only the beginning of the work is undone: what follows it sends mails, issues documents or moves stock. */
export const outcomeOf = ({ order, was, unsent }: Settled, money?: StatusMoney): StatusOutcome => ({
  id: order.id,
  // What was cancelled before is not refunded again.
  message: statusOutcome(order, { ...money, unsent, ...(was === "Cancelled" && { refund: undefined }) }),
  undo: (was === "Pending" && order.status === "Processing") || undefined,
});

/** The result for one order of a batch. */
export type BatchOutcome = StatusOutcome & { ok: boolean };
/** `asking`: for whose refund the gateway is to be asked. */
type AskedOutcome = BatchOutcome & { asking?: Settled };

/**
 * Sets the status of several orders, each on its own: one that cannot be set does not stop the others. What was paid for a cancelled
 * one is named in its outcome, to be refunded later, unless the refund comes with the cancellation of a single order.
 */
export async function setOrderStatuses(
  actor: May<"orders:write">,
  ids: number[],
  status: OrderStatus,
  db: Executor,
  { refund, expected }: Pick<Settlement, "refund" | "expected"> = {},
): Promise<AskedOutcome[]> {
  if (refund !== undefined) assertMay(actor, "refunds:write");
  const outcomes: AskedOutcome[] = [];
  const money = ids.length === 1 ? { refund } : {};
  for (const id of ids) {
    try {
      const settled = await settleOrder(actor, id, status, db, { ...money, expected });
      outcomes.push({ ok: true, ...outcomeOf(settled, money), asking: settled.asked && settled });
    } catch (error) {
      const isExpected = error instanceof AppError;
      if (!isExpected && !isDatabaseUnavailable(error)) logFault(error, randomUUID(), "several orders");
      outcomes.push({ id, ok: false, message: isExpected ? error.message : failedToSet(status) });
    }
  }
  return outcomes;
}

/** Has the gateway pay back what came with a status, once that is stored. The order stays cancelled while the gateway is away. */
export async function finishSettled(actor: May<"orders:write">, { asked, ...settled }: Settled, write: Write) {
  if (!asked) return settled;
  const { left: unsent } = await sendRefunds(asked, write);
  return { ...settled, order: await write((db) => findAnyOrder(actor, asked.orderId, db)), unsent };
}

/** The same for several orders. */
export const finishStatuses = (
  actor: May<"orders:write">,
  outcomes: AskedOutcome[],
  refund: RefundInput | undefined,
  write: Write,
): Promise<BatchOutcome[]> =>
  Promise.all(
    outcomes.map(async ({ asking, ...outcome }) =>
      asking ? { ...outcome, ...outcomeOf(await finishSettled(actor, asking, write), { refund }) } : outcome,
    ),
  );
