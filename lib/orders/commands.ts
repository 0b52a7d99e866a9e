import { sql } from "drizzle-orm";
import { type Executor, writeDb } from "@/db/client";
import { prepared } from "@/db/prepared";
import { type Actor, assertCustomer } from "@/lib/auth/actor";
import { AppError, shortStock } from "@/lib/errors";
import { GIFT_WRAP_PAISE, toRupees } from "@/lib/money";
import type { OrderChannel, OrderStatus } from "./constants";
import { orderById, type StoredOrder } from "./order-select";
import { orderNotFound } from "./queries";
import type { OrderInput } from "./schema";
import { type CustomerOrder, toCustomerOrder } from "./view";

const p = sql.placeholder;

/** The refusal of an order whose sweets have too few units. The two arrays are parallel. */
const shortLines = (sweetIds: number[], available: number[]) =>
  shortStock(available[0] ?? 0, {
    short: sweetIds.map((productId, i) => ({ productId, available: available[i] ?? 0 })),
  });

const callPlaceOrder = prepared((db) =>
  db
    .select({
      outcome: sql<"ok" | "unavailable" | "price_changed" | "short">`outcome`,
      orderId: sql<number>`order_id`,
      sweetIds: sql<number[]>`sweet_ids`,
      prices: sql<number[]>`prices`,
      available: sql<number[]>`available`,
    })
    .from(
      sql`place_order(
        ${p("userId")}::int, ${p("channel")}::text, ${p("sweets")}::int[], ${p("quantities")}::int[], ${p("prices")}::bigint[],
        ${p("recipientName")}::text, ${p("deliveryAddress")}::text, ${p("phoneNumber")}::text, ${p("notes")}::text,
        ${p("giftWrap")}::boolean, ${p("giftWrapPaise")}::bigint, ${p("personalMessage")}::text, ${p("checkout")}::boolean)`,
    )
    .prepare("place_order"),
);

// Rounded down: a part of a paise below the price is below the price. The small addend corrects binary fractions: 4.35 × 100 is
// 434.99999999999994.
const shownPaise = (rupees: number) => Math.floor(rupees * 100 + 1e-6);

/**
 * Places an order of the customer: all lines or none, own holds first, at today's prices.
 * `checkout`: the order is the checkout of the page's cart, which is reset with it.
 * Throws `unavailable` for a sweet that is not sold (any more), `price_changed` with today's prices in rupees,
 * `insufficient_stock` with `available` of the first short line and all of them in `short`.
 */
export async function placeOrder(
  actor: Actor,
  { items, delivery, giftWrap, personalMessage }: OrderInput,
  { channel, checkout = false }: { channel: Exclude<OrderChannel, "counter">; checkout?: boolean },
  db: Executor = writeDb(),
): Promise<CustomerOrder> {
  assertCustomer(actor);
  const [placed] = await callPlaceOrder(db).execute({
    userId: actor.id,
    channel,
    sweets: items.map((item) => item.productId),
    quantities: items.map((item) => item.quantity),
    prices: items.map((item) => (item.price === undefined ? null : shownPaise(item.price))),
    ...delivery,
    giftWrap,
    giftWrapPaise: GIFT_WRAP_PAISE,
    personalMessage: personalMessage || null,
    checkout,
  });
  if (!placed) throw new Error("place_order returned no row");
  const { outcome, orderId, sweetIds, prices, available } = placed;
  switch (outcome) {
    case "unavailable":
      throw new AppError("unavailable", "Some sweets in this order are no longer available.", {
        unavailable: sweetIds,
      });
    case "price_changed":
      throw new AppError("price_changed", "Prices have changed. Please check the new total.", {
        prices: sweetIds.map((productId, i) => ({ productId, price: toRupees(prices[i] ?? 0) })),
      });
    case "short":
      throw shortLines(sweetIds, available);
  }
  return toCustomerOrder(await readOrder(orderId, db));
}

async function readOrder(id: number, db: Executor): Promise<StoredOrder> {
  const [order] = await orderById(db).execute({ id });
  if (!order) throw orderNotFound();
  return order;
}

const callSetOrderStatus = prepared((db) =>
  db
    .select({
      outcome: sql<"ok" | "missing" | "not_pending" | "short">`outcome`,
      sweetIds: sql<number[]>`sweet_ids`,
      available: sql<number[]>`available`,
    })
    .from(sql`set_order_status(${p("id")}::int, ${p("status")}::text, ${p("by")}::int, ${p("owner")}::int)`)
    .prepare("set_order_status"),
);

/**
 * Sets an order's status and keeps stock right; the status that it has already changes nothing. `by`: the user who does it. `owner`:
 * the customer whose order it must be, null for admins. The caller has authorised. Throws `not_found`; `conflict` when a customer's
 * order is past Pending; `insufficient_stock` when an order that leaves Cancelled cannot get its units again.
 */
export async function changeStatus(
  change: { id: number; status: OrderStatus; by: number; owner: number | null },
  db: Executor,
): Promise<StoredOrder> {
  const [changed] = await callSetOrderStatus(db).execute(change);
  if (!changed) throw new Error("set_order_status returned no row");
  switch (changed.outcome) {
    case "missing":
      throw orderNotFound();
    case "not_pending":
      throw new AppError("conflict", "Only a pending order can be cancelled. Please contact us.");
    case "short":
      throw shortLines(changed.sweetIds, changed.available);
  }
  return readOrder(change.id, db);
}

/** Cancels the customer's own Pending order; its units return once. `conflict` when it is past Pending. */
export async function cancelOrder(actor: Actor, id: number, db: Executor = writeDb()): Promise<CustomerOrder> {
  assertCustomer(actor);
  return toCustomerOrder(await changeStatus({ id, status: "Cancelled", by: actor.id, owner: actor.id }, db));
}
