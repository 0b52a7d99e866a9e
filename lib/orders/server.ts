import { and, desc, eq, lt, sql } from "drizzle-orm";
import { driver, type Executor, readDb, writeDb } from "@/db/client";
import { prepared } from "@/db/prepared";
import { orders } from "@/db/schema";
import { type Actor, assertCustomer } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import { GIFT_WRAP_PAISE, toRupees } from "@/lib/money";
import { orderById, selectOrders } from "./order-select";
import type { OrderInput, OwnOrdersQuery } from "./schema";
import { orderNotFound, setStatus, shortLines } from "./status-commands";
import { type CustomerOrder, customerOrder, type DeliveryOffer } from "./view";

// A part of a paise below the price is below the price; 4.35 × 100 being 434.99999999999994 is not.
const shownPaise = (rupees: number) => Math.floor(rupees * 100 + 1e-6);

const p = sql.placeholder;
const placeOrderFunction = prepared((db) =>
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
        ${p("user")}::int, ${p("channel")}::text, ${p("sweets")}::int[], ${p("quantities")}::int[], ${p("prices")}::bigint[],
        ${p("recipientName")}::text, ${p("deliveryAddress")}::text, ${p("phoneNumber")}::text, ${p("notes")}::text,
        ${p("giftWrap")}::boolean, ${p("giftWrapPaise")}::bigint, ${p("personalMessage")}::text, ${p("checkout")}::boolean)`,
    )
    .prepare("place_order"),
);

/**
 * Places an order of the customer: all lines or none, own holds first, at the current prices, in one statement.
 * `checkout`: the order is the checkout of the page's cart, which is reset with it.
 * Throws `unavailable` for a sweet that is not sold (any more), `price_changed` with the current prices in rupees,
 * `insufficient_stock` with `available` of the first short line and all of them in `short`.
 */
export async function placeOrder(
  actor: Actor,
  input: OrderInput,
  { channel, checkout = false }: { channel: "web" | "api"; checkout?: boolean },
  db: Executor = writeDb(),
): Promise<CustomerOrder> {
  assertCustomer(actor);
  const { items, delivery, giftWrap, personalMessage } = input;
  const [placed] = await placeOrderFunction(db).execute({
    user: actor.id,
    channel,
    sweets: items.map((item) => item.productId),
    quantities: items.map((item) => item.quantity),
    prices: items.map((item) => (item.price === undefined ? null : shownPaise(item.price))),
    recipientName: delivery.recipientName,
    deliveryAddress: delivery.deliveryAddress,
    phoneNumber: delivery.phoneNumber,
    notes: delivery.notes,
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
  const [order] = await orderById(db).execute({ id: orderId });
  if (!order) throw orderNotFound();
  return customerOrder(order);
}

/** Orders of a page of `listOrders`, and those that it holds when no page is asked for. */
const ORDERS_PAGE = 100;
const ORDERS_AT_ONCE = 1000;

/** The customer's orders, newest first: `size` a page, or the newest 1,000 without a page. */
export async function listOrders(
  actor: Actor,
  page?: number,
  size = page === undefined ? ORDERS_AT_ONCE : ORDERS_PAGE,
): Promise<CustomerOrder[]> {
  return readOrders(actor, { limit: size, offset: ((page ?? 1) - 1) * size });
}

/** The same for `GET /orders`, with the query that goes on where the list was cut; null when it was not. */
export async function listOrdersUntil(
  actor: Actor,
  { page, before }: OwnOrdersQuery,
): Promise<{ orders: CustomerOrder[]; next: string | null }> {
  const size = page === undefined ? ORDERS_AT_ONCE : ORDERS_PAGE;
  // One more than is shown tells whether there are more.
  const found = await readOrders(actor, { before, limit: size + 1, offset: ((page ?? 1) - 1) * size });
  const orders = found.slice(0, size);
  if (found.length <= size) return { orders, next: null };
  return { orders, next: page === undefined ? `before=${orders.at(-1)?.id}` : `page=${page + 1}` };
}

async function readOrders(
  actor: Actor,
  { before, limit, offset }: { before?: number; limit: number; offset: number },
): Promise<CustomerOrder[]> {
  assertCustomer(actor);
  const rows = await selectOrders(readDb())
    .where(and(eq(orders.userId, actor.id), before === undefined ? undefined : lt(orders.id, before)))
    .orderBy(desc(orders.id))
    .limit(limit)
    .offset(offset);
  return rows.map(customerOrder);
}

/** How many orders the customer has. */
export async function countOrders(actor: Actor): Promise<number> {
  assertCustomer(actor);
  const [row] = await driver(readDb())`select count(*)::int as count from orders where user_id = ${actor.id}`;
  return row?.count as number;
}

/** What the customer's next checkout begins with: whom and where the last delivery went to, else the account's own name. */
export async function deliveryOffer(actor: Actor): Promise<DeliveryOffer> {
  assertCustomer(actor);
  const [row] = await driver(readDb())`
    select recipient_name, delivery_address, phone_number from orders
    where user_id = ${actor.id} and recipient_name is not null order by id desc limit 1`;
  return row
    ? {
        from: "last order",
        recipientName: row.recipient_name as string,
        deliveryAddress: row.delivery_address as string,
        phoneNumber: row.phone_number as string,
      }
    : { from: "account", recipientName: actor.name, deliveryAddress: "", phoneNumber: "" };
}

/** One order of the customer; `not_found` for everybody else's. */
export async function findOrder(actor: Actor, id: number): Promise<CustomerOrder> {
  assertCustomer(actor);
  const [order] = await selectOrders(readDb()).where(and(eq(orders.id, id), eq(orders.userId, actor.id)));
  if (!order) throw orderNotFound();
  return customerOrder(order);
}

/** Cancels the customer's own Pending order; its units return once. `conflict` when it is past Pending. */
export async function cancelOrder(actor: Actor, id: number, db: Executor = writeDb()): Promise<CustomerOrder> {
  assertCustomer(actor);
  return customerOrder(await setStatus(db, { id, status: "Cancelled", by: actor.id, owner: actor.id }));
}
