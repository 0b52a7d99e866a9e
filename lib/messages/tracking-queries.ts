import { readDb } from "@/db/client";
import { findStoredOrder } from "@/lib/orders/order-select";
import { toCustomerOrder } from "@/lib/orders/serializers";
import { trackedOrder } from "./links";

/** Days after which an order that is complete or cancelled is not shown any more. */
export const SHOWN_DAYS = 90;

/**
 * The order of a tracking link, without anything that says whose it is: whoever has the link may read it. Null when the shop has not made the
 * link, when the person has gone, and some time after the order was done.
 */
export async function findTrackedOrder(token: string, now = new Date()) {
  const id = trackedOrder(token);
  if (id === null) return null;
  const stored = await findStoredOrder(readDb(), id);
  if (!stored?.user && !stored?.customerName) return null;
  const isDone = stored.status === "Completed" || stored.status === "Cancelled";
  const changedAt = Date.parse(stored.history.at(-1)?.at ?? stored.createdAt);
  if (isDone && now.getTime() - changedAt > SHOWN_DAYS * 24 * 60 * 60 * 1000) return null;
  const order = toCustomerOrder(stored);
  const { method, slot } = order.fulfilment;
  return {
    id,
    status: order.status,
    createdAt: order.createdAt,
    history: order.history,
    items: order.items.map(({ id, name, packLabel, quantity }) => ({ id, name, packLabel, quantity })),
    giftWrap: order.giftWrap,
    method,
    slot,
    estimate: stored.estimate,
    tracking: order.tracking,
    day: order.day,
    payment: { method: order.payment.method, state: order.payment.state },
  };
}
export type TrackedOrder = NonNullable<Awaited<ReturnType<typeof findTrackedOrder>>>;
