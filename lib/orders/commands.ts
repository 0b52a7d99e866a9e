import { sql } from "drizzle-orm";
import { type Executor, writeDb } from "@/db/client";
import { isoOf } from "@/db/moment";
import { prepared } from "@/db/prepared";
import { type Actor, assertCustomer } from "@/lib/auth/actor";
import { AppError, shortStock } from "@/lib/errors";
import { GIFT_WRAP_PAISE, toRupees } from "@/lib/money";
import type { OrderChannel, OrderStatus } from "./constants";
import { type OrderLine, orderById, type StoredOrder } from "./order-select";
import { orderNotFound } from "./queries";
import type { OrderInput } from "./schema";
import { type CustomerOrder, toCustomerOrder } from "./view";

const p = sql.placeholder;

type ShortLine = { productId: number; available: number };

// The functions return lists as parallel arrays.
const short = sql<ShortLine[]>`(
  select json_agg(json_build_object('productId', sweet_id, 'available', units)) from unnest(sweet_ids, available) as s(sweet_id, units))`;

/** The refusal of an order whose sweets have too few units. */
const shortLines = (lines: ShortLine[]) => shortStock(lines[0]?.available ?? 0, { short: lines });

const callPlaceOrder = prepared((db) =>
  db
    .select({
      outcome: sql<"ok" | "unavailable" | "price_changed" | "short">`outcome`,
      orderId: sql<number>`order_id`,
      createdAt: sql`created_at`.mapWith(isoOf),
      total: sql<number>`total`,
      sweetIds: sql<number[]>`sweet_ids`,
      prices: sql<{ productId: number; price: number }[]>`(
        select json_agg(json_build_object('productId', sweet_id, 'price', price))
        from unnest(sweet_ids, prices) as s(sweet_id, price))`,
      short,
      items: sql<OrderLine[]>`(
        select json_agg(json_build_object(
          'id', id, 'productId', sweet_id, 'name', name, 'price', price, 'quantity', quantity, 'slug', slug, 'imageId', image_id))
        from unnest(line_ids, sweet_ids, names, prices, quantities, slugs, image_ids)
          as l(id, sweet_id, name, price, quantity, slug, image_id))`,
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
  const { orderId, createdAt, total } = placed;
  switch (placed.outcome) {
    case "unavailable":
      throw new AppError("unavailable", "Some sweets in this order are no longer available.", {
        unavailable: placed.sweetIds,
      });
    case "price_changed":
      throw new AppError("price_changed", "Prices have changed. Please check the new total.", {
        prices: placed.prices.map(({ productId, price }) => ({ productId, price: toRupees(price) })),
      });
    case "short":
      throw shortLines(placed.short);
  }
  // What a later read of the order returns, without that second statement: it would cost a quarter of the orders a second.
  return toCustomerOrder({
    id: orderId,
    status: "Pending",
    channel,
    total,
    giftWrap,
    personalMessage: personalMessage || null,
    ...delivery,
    createdAt,
    updatedAt: createdAt,
    items: placed.items,
    history: [{ to: "Pending", at: createdAt }],
  });
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
      short,
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
      throw shortLines(changed.short);
  }
  return readOrder(change.id, db);
}

/** Cancels the customer's own Pending order; its units return once. `conflict` when it is past Pending. */
export async function cancelOrder(actor: Actor, id: number, db: Executor = writeDb()): Promise<CustomerOrder> {
  assertCustomer(actor);
  return toCustomerOrder(await changeStatus({ id, status: "Cancelled", by: actor.id, owner: actor.id }, db));
}
