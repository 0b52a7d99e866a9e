import { and, desc, eq, isNotNull, lt } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { orders } from "@/db/schema";
import { built, run } from "@/db/transaction";
import { type Actor, assertCustomer } from "@/lib/auth/actor";
import { orderNotFound } from "@/lib/order-access";
import { findStoredOrder, type StoredOrder, selectOrders } from "./order-select";
import type { OwnOrdersQuery } from "./schema";
import { type CustomerOrder, type OwnOrder, toCustomerOrder, toOwnOrder } from "./serializers";

const MAX_ID = 2_147_483_647;

/** The same as `findStoredOrder`; throws `not_found`. */
export async function storedOrder(db: Executor, id: number, customerId: number | null = null): Promise<StoredOrder> {
  const order = await findStoredOrder(db, id, customerId);
  if (!order) throw orderNotFound();
  return order;
}

/** Orders of a page and of one statement, and the most that are listed when no page is asked for. */
const PAGE_SIZE = 100;
const MAX_ORDERS = 1000;

type OwnPage = { userId: number; before: number; limit: number; offset: number };
const selectOwnOrders = built((db, { userId, before, limit, offset }: OwnPage) =>
  selectOrders(db)
    .where(and(eq(orders.userId, userId), lt(orders.id, before)))
    .orderBy(desc(orders.id))
    .limit(limit)
    .offset(offset),
);

async function readOrders(
  actor: Actor,
  { before = MAX_ID, limit, offset }: { before?: number; limit: number; offset: number },
): Promise<StoredOrder[]> {
  assertCustomer(actor);
  const rows: StoredOrder[] = [];
  while (rows.length < limit) {
    const size = Math.min(PAGE_SIZE, limit - rows.length);
    const after = rows.at(-1);
    const place = after ? { before: after.id, offset: 0 } : { before, offset };
    const batch = await run(selectOwnOrders(readDb(), { userId: actor.id, limit: size, ...place }));
    rows.push(...batch);
    if (batch.length < size) break;
  }
  return rows;
}

/** The customer's orders as pages show them, newest first: `size` a page, or the newest 1,000 without a page. */
export async function listOrders(
  actor: Actor,
  page?: number,
  size = page === undefined ? MAX_ORDERS : PAGE_SIZE,
): Promise<OwnOrder[]> {
  return (await readOrders(actor, { limit: size, offset: ((page ?? 1) - 1) * size })).map(toOwnOrder);
}

/** The orders for `GET /orders`, with the query string that continues a list which was cut; null when it is complete. */
export async function listOrdersWithNext(
  actor: Actor,
  { page, before }: OwnOrdersQuery,
): Promise<{ orders: CustomerOrder[]; next: string | null }> {
  const size = page === undefined ? MAX_ORDERS : PAGE_SIZE;
  // One more than is shown tells whether there are more.
  const rows = await readOrders(actor, { before, limit: size + 1, offset: ((page ?? 1) - 1) * size });
  const orders = rows.slice(0, size).map(toCustomerOrder);
  if (rows.length <= size) return { orders, next: null };
  return { orders, next: page === undefined ? `before=${orders.at(-1)?.id}` : `page=${page + 1}` };
}

/** How many orders the customer has. */
export async function countOrders(actor: Actor): Promise<number> {
  assertCustomer(actor);
  return readDb().$count(orders, eq(orders.userId, actor.id));
}

/** What the customer's checkout form is filled with: recipient and address of the last delivery, else the account's own name. */
export async function deliveryOffer(actor: Actor) {
  assertCustomer(actor);
  const [last] = await readDb()
    .select({
      recipientName: orders.recipientName,
      deliveryAddress: orders.deliveryAddress,
      phoneNumber: orders.phoneNumber,
    })
    .from(orders)
    .where(and(eq(orders.userId, actor.id), isNotNull(orders.recipientName)))
    .orderBy(desc(orders.id))
    .limit(1);
  return {
    from: last ? ("last order" as const) : ("account" as const),
    recipientName: last?.recipientName ?? actor.name,
    deliveryAddress: last?.deliveryAddress ?? "",
    phoneNumber: last?.phoneNumber ?? "",
  };
}
export type DeliveryOffer = Awaited<ReturnType<typeof deliveryOffer>>;

async function readOwnOrder(actor: Actor, id: number, db: Executor = readDb()): Promise<StoredOrder> {
  assertCustomer(actor);
  return storedOrder(db, id, actor.id);
}

/** One order of the customer; `not_found` for everybody else's. */
export const findOrder = async (actor: Actor, id: number, db?: Executor): Promise<CustomerOrder> =>
  toCustomerOrder(await readOwnOrder(actor, id, db));

/** The same with its payments, for pages. */
export const findOwnOrder = async (actor: Actor, id: number): Promise<OwnOrder> =>
  toOwnOrder(await readOwnOrder(actor, id));
