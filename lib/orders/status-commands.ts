import { eq, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { orderStatusHistory, orders } from "@/db/schema";
import { together } from "@/db/transaction";
import { shopNow } from "@/lib/clock";
import { capacityOf, poolOf } from "@/lib/delivery/fulfilment";
import { releasePlace, takePlace } from "@/lib/delivery/places";
import { AppError } from "@/lib/errors";
import { insertEvents } from "@/lib/events";
import { lockOrder, orderNotFound } from "@/lib/order-access";
import { insertMessages } from "@/lib/outbox";
import { isMailed } from "@/lib/payments/rules";
import { takingStock } from "@/lib/plans/expired";
import { fillShort } from "@/lib/plans/moves";
import { findWindow } from "@/lib/settings/calendar";
import { lockSettings, selectRevision, settingsOf } from "@/lib/settings/lock";
import { currentSettings, type Settings } from "@/lib/settings/queries";
import type { SettingValues } from "@/lib/settings/schema";
import { assertAvailable, itemsOf, lockClaims, moveClaims, NO_CLAIMS } from "./claims";
import type { OrderStatus } from "./constants";
import type { StoredOrder } from "./order-select";
import { storedOrder } from "./queries";
import { insertSaleEvents } from "./sale-events";
import { WindowFull } from "./window-places";

/** `by`: the user who does it. `customerId`: the customer whose order it must be, null for admins (`visibleOrder`). */
type StatusUpdate = { id: number; status: OrderStatus; by: number; customerId: number | null };

/**
 * Runs in the transaction of a change of status, with the settings that it has locked. lib/invoices issues its documents here, because orders
 * do not import it.
 */
export type AfterStatus = (
  tx: Executor,
  order: Pick<StatusUpdate, "id" | "status">,
  settings: SettingValues,
) => Promise<void>;

/** The message that a status sends to the customer. */
const messageOf: Partial<Record<OrderStatus, "order_shipped" | "order_completed" | "order_cancelled">> = {
  Shipped: "order_shipped",
  Completed: "order_completed",
  Cancelled: "order_cancelled",
};

/** Locks: the settings, the order, its sweets by id, expired lines of these, the window's places, days of plans. */
async function setStatus(
  tx: Executor,
  { id, status, by, customerId }: StatusUpdate,
  known: Settings,
  after: AfterStatus,
): Promise<void> {
  // Lock, then load.
  const [, revision, [order]] = await together(lockSettings(tx), selectRevision(tx), lockOrder(tx, id, customerId));
  const settings = await settingsOf(tx, known, revision);
  if (!order) throw orderNotFound();
  if (order.status === status) return;
  if (customerId !== null && order.status !== "Pending")
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
      .values({ orderId: id, from: order.status, to: status, byUserId: by })
      .returning({ id: orderStatusHistory.id }),
    ...moveClaims(tx, claims, sign, { reason, userId: by, orderId: id }),
    tx
      .update(orders)
      // Units that are back in stock are in no packed box.
      .set({ status, stockReturned, ...(stockReturned && { packedAt: null }), updatedAt: sql`now()` })
      .where(eq(orders.id, id)),
  );
  if (returns && claims.isAnyShort) await fillShort(tx, claims.sweetIds, by);
  if (wasCancelled && place && !taken?.length)
    throw new WindowFull(
      place,
      // Only the owner takes up a cancelled order, and may then overbook a window.
      { pool: place.pool, leadMinutes: 0, items: itemsOf(claims) },
      settings,
      "The window of this order is full. Move the order to another window first.",
    );
  const kind = messageOf[status];
  const message =
    kind && isMailed(order)
      ? insertMessages(tx, settings.values.messages, [{ kind, event: `${kind}:${entry?.id}`, orderId: id }])
      : false;
  await together(
    message,
    insertEvents(tx, [{ type: isCancelled ? "order.cancelled" : "order.updated", orderId: id }]),
    takesAgain && insertSaleEvents(tx, claims.lines),
  );
  await after(tx, { id, status }, settings.values);
}

/**
 * Sets an order's status and keeps stock and the places of windows right; the status that it has already changes nothing. `after` is done
 * in the same transaction when it has changed. The caller has authorised. Throws
 * `not_found`; `conflict` when a customer's order is past Pending; `insufficient_stock`, `day_short` and `slot_full` when an order that leaves
 * Cancelled cannot get its units or its place again.
 */
export async function changeStatus(change: StatusUpdate, after: AfterStatus, db: Executor): Promise<StoredOrder> {
  const known = await currentSettings();
  await takingStock(db, "short", (tx) => setStatus(tx, change, known, after));
  return storedOrder(db, change.id);
}
