import { driver, type Executor, readDb, writeDb } from "@/db/client";
import { type Actor, assertCustomer } from "@/lib/auth/actor";
import { AppError, notFound, shortStock } from "@/lib/errors";
import { GIFT_WRAP_PAISE, toRupees } from "@/lib/money";
import type { OrderInput, OwnOrdersQuery } from "./schema";
import { type CustomerOrder, customerOrder, type DeliveryOffer, type StoredOrder } from "./view";

/** An order that is not there and another person's order look the same. */
export const orderNotFound = () => notFound("Order not found.");

// A part of a paise below the price is below the price; 4.35 × 100 being 434.99999999999994 is not.
const shownPaise = (rupees: number) => Math.floor(rupees * 100 + 1e-6);

/**
 * Places an order of the customer: all lines or none, own holds first, at today's prices, in one statement.
 * `checkout`: the page's checkout of the cart, which also starts the cart anew.
 * Throws `unavailable` for a sweet that is not sold (any more), `price_changed` with today's prices in rupees,
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
  const [row] = await driver(db)`
    select p.outcome, p.detail, order_json(p.order_id) as "order"
    from place_order(
      ${actor.id}, ${channel}, ${items.map((item) => item.productId)}::int[], ${items.map((item) => item.quantity)}::int[],
      ${items.map((item) => (item.price === undefined ? null : shownPaise(item.price)))}::bigint[],
      ${delivery.recipientName}, ${delivery.deliveryAddress}, ${delivery.phoneNumber}, ${delivery.notes},
      ${giftWrap}, ${GIFT_WRAP_PAISE}, ${personalMessage || null}, ${checkout}) p`;
  switch (row?.outcome) {
    case "unavailable":
      throw new AppError("unavailable", "Some sweets in this order are no longer available.", {
        unavailable: row.detail as number[],
      });
    case "price_changed":
      throw new AppError("price_changed", "Prices have changed. Please check the new total.", {
        prices: (row.detail as { productId: number; price: number }[]).map(({ productId, price }) => ({
          productId,
          price: toRupees(price),
        })),
      });
    case "short": {
      const short = row.detail as { productId: number; available: number }[];
      throw shortStock(short[0]?.available ?? 0, { short });
    }
  }
  return customerOrder(row?.order as StoredOrder);
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
  const rows = await driver(readDb())`
    select order_json(o) as "order" from orders o
    where user_id = ${actor.id} ${before === undefined ? driver(readDb())`` : driver(readDb())`and id < ${before}`}
    order by id desc limit ${limit} offset ${offset}`;
  return rows.map((row) => customerOrder(row.order as StoredOrder));
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
  const [row] = await driver(
    readDb(),
  )`select order_json(o) as "order" from orders o where id = ${id} and user_id = ${actor.id}`;
  if (!row) throw orderNotFound();
  return customerOrder(row.order as StoredOrder);
}

/** Cancels the customer's own Pending order; its units return once. `conflict` when it is past Pending. */
export async function cancelOrder(actor: Actor, id: number, db: Executor = writeDb()): Promise<CustomerOrder> {
  assertCustomer(actor);
  const [row] = await driver(db)`
    select s.outcome, order_json(${id}::int) as "order" from set_order_status(${id}, 'Cancelled', ${actor.id}, ${actor.id}) s`;
  if (row?.outcome === "missing") throw orderNotFound();
  if (row?.outcome === "not_pending")
    throw new AppError("conflict", "Only a pending order can be cancelled. Please contact us.");
  return customerOrder(row?.order as StoredOrder);
}
