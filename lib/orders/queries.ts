import { and, desc, eq, getTableColumns, gte, isNotNull, lt, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { orderLines, orders } from "@/db/schema";
import { built, run } from "@/db/transaction";
import type { Customer, Shopper } from "@/lib/auth/actor";
import { ownerOf } from "@/lib/auth/tokens";
import { lineName } from "@/lib/catalogue/select";
import { type Owner, orderNotFound, ownedBy } from "@/lib/order-access";
import { findStoredOrder, type StoredOrder, selectOrders } from "./order-select";
import { MAX_ORDERS, type OwnOrdersQuery } from "./schema";
import { type CustomerOrder, type OwnOrder, toCustomerOrder, toOrderRow, toOwnOrder } from "./serializers";

const MAX_ID = 2_147_483_647;

/** The same as `findStoredOrder`; throws `not_found`. */
export async function storedOrder(db: Executor, id: number, owner: Owner | null = null): Promise<StoredOrder> {
  const order = await findStoredOrder(db, id, owner);
  if (!order) throw orderNotFound();
  return order;
}

type OwnPart = { userId: number; before: number; limit: number; offset: number };
const selectOwnOrders = built((db, { userId, before, limit, offset }: OwnPart) =>
  selectOrders(db)
    .where(and(eq(orders.userId, userId), lt(orders.id, before)))
    .orderBy(desc(orders.id))
    .limit(limit)
    .offset(offset),
);

/** Orders that one statement reads, and bytes of all that are answered at once: an order of 100 lines has up to 50,000. */
const BATCH = 20;
const MAX_BYTES = 1_000_000;

/** The newest orders for `GET /orders`, as many as one answer has. `next`: before which id the list goes on; null when it is complete. */
export async function listOrders(
  actor: Customer,
  { page = 1, before = MAX_ID, limit = MAX_ORDERS }: OwnOrdersQuery = {},
  signal?: AbortSignal,
): Promise<{ orders: CustomerOrder[]; next: number | null }> {
  const list: CustomerOrder[] = [];
  let bytes = 0;
  for (;;) {
    signal?.throwIfAborted();
    const last = list.at(-1);
    const from = last ? { before: last.id, offset: 0 } : { before, offset: (page - 1) * MAX_ORDERS };
    // One more than is shown tells whether there are more.
    const size = Math.min(BATCH, limit + 1 - list.length);
    const rows = await run(selectOwnOrders(readDb(), { userId: actor.id, limit: size, ...from }));
    for (const row of rows) {
      const order = toCustomerOrder(row);
      bytes += Buffer.byteLength(JSON.stringify(order));
      if (list.length === limit || (bytes > MAX_BYTES && list.length > 0))
        return { orders: list, next: list.at(-1)?.id ?? null };
      list.push(order);
    }
    if (rows.length < size) return { orders: list, next: null };
  }
}

/** The lines of an order in a few words: the first one, and how many more there are. */
const lineColumns = {
  first: sql<
    string | null
  >`(select ${lineName} from ${orderLines} where ${orderLines.orderId} = ${orders}.id order by ${orderLines.id} limit 1)`,
  lines: sql<number>`(select count(*)::int from ${orderLines} where ${orderLines.orderId} = ${orders}.id)`,
};

/** Orders on a page of My Orders. */
export const OWN_PAGE_SIZE = 10;

/** A page of the shopper's orders as My Orders lists them, newest first: what is needed at a glance, without their lines. */
export async function listOwnRows(actor: Shopper, page: number) {
  const rows = await readDb()
    .select({ ...getTableColumns(orders), ...lineColumns })
    .from(orders)
    .where(ownedBy(ownerOf(actor)))
    .orderBy(desc(orders.id))
    .limit(OWN_PAGE_SIZE)
    .offset((page - 1) * OWN_PAGE_SIZE);
  return rows.map(toOrderRow);
}

/** How many orders the shopper has, or how many from one on to the newest. */
export async function countOrders(actor: Shopper, from = 0): Promise<number> {
  return readDb().$count(orders, and(ownedBy(ownerOf(actor)), gte(orders.id, from)));
}

/** What the checkout form is filled with: recipient, address and pincode of the last delivery, else the account's own name. */
export async function deliveryOffer(actor: Shopper) {
  const [last] = await readDb()
    .select({
      recipientName: orders.recipientName,
      deliveryAddress: orders.deliveryAddress,
      phoneNumber: orders.phoneNumber,
      pincode: orders.pincode,
    })
    .from(orders)
    .where(and(ownedBy(ownerOf(actor)), isNotNull(orders.recipientName)))
    .orderBy(desc(orders.id))
    .limit(1);
  if (!last && actor.kind === "visitor") return null;
  return {
    from: last ? ("last order" as const) : ("account" as const),
    recipientName: last?.recipientName ?? (actor.kind === "user" ? actor.name : ""),
    deliveryAddress: last?.deliveryAddress ?? "",
    phoneNumber: last?.phoneNumber ?? "",
    pincode: last?.pincode ?? "",
  };
}
export type DeliveryOffer = NonNullable<Awaited<ReturnType<typeof deliveryOffer>>>;

/** One order of the shopper; `not_found` for everybody else's. */
export const findOrder = async (actor: Shopper, id: number, db: Executor = readDb()): Promise<CustomerOrder> =>
  toCustomerOrder(await storedOrder(db, id, ownerOf(actor)));

/** The same with its payments, for pages. */
export const findOwnOrder = async (actor: Shopper, id: number): Promise<OwnOrder> =>
  toOwnOrder(await storedOrder(readDb(), id, ownerOf(actor)));
