import { and, desc, eq, gt, gte, inArray, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { type Executor, readDb } from "@/db/client";
import { prepared } from "@/db/prepared";
import { orderLines, orders, orderTotals, users } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { toRupees } from "@/lib/money";
import { clampPage, pageCount } from "@/lib/pagination";
import { orderById, selectOrders } from "./order-select";
import { orderNotFound } from "./queries";
import type { OrdersQuery } from "./schema";
import { type AdminOrder, toAdminOrder } from "./view";

const p = sql.placeholder;

export type OrderFilter = Pick<OrdersQuery, "status" | "search" | "from" | "to"> & {
  /** The id of the account that ordered. */
  customer?: number;
};
type PageMeta = { page: number; pageSize: number; total: number; totalPages: number };
export type OrderPage = { items: AdminOrder[]; meta: PageMeta };

/** The order number that a search may mean: 12 or #12. */
const orderNumber = (search: string) => (/^#?\d{1,9}$/.test(search) ? Number(search.replace("#", "")) : null);

/**
 * The orders that a search finds. Each part of the union has an index of its own, which an `or` over the table would not use. A phone
 * is found by its digits, however it was written down. A text of one or two letters has no trigram: only beginnings of words are found.
 */
function matches(db: Executor, search: string): SQL {
  const number = orderNumber(search);
  const escaped = search.replace(/[\\%_]/g, "\\$&");
  const patterns = search.length < 3 ? [`${escaped}%`, `% ${escaped}%`] : [`%${escaped}%`];
  const like = sql`ilike any (${sql.param(patterns)}::text[])`;
  const digits = search.replace(/\D/g, "");
  const isPhone = digits.length >= 3 && /^[\d\s()+.-]+$/.test(search);
  const none = sql`false`;
  const ids = () => db.select({ id: orders.id }).from(orders);
  return inArray(
    orders.id,
    union(
      ids().where(number === null ? none : eq(orders.id, number)),
      ids().where(sql`${orders.recipientName} ${like}`),
      ids().where(
        isPhone ? sql`regexp_replace(${orders.phoneNumber}, '\\D', '', 'g') like ${`%${digits.slice(-10)}%`}` : none,
      ),
      db
        .select({ id: orders.id })
        .from(users)
        .innerJoin(orders, eq(orders.userId, users.id))
        .where(or(sql`${users.name} ${like}`, sql`${users.email} ${like}`)),
    ),
  );
}

// Days are Asia/Kolkata days, both ends inclusive.
const startOf = (day: string) => sql`(${day}::date)::timestamp at time zone 'Asia/Kolkata'`;
const endOf = (day: string) => sql`(${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;

/** The condition of a filter; the CSV export and the lists share it. */
export function orderFilter(db: Executor, { status, search = "", from, to, customer }: OrderFilter): SQL | undefined {
  const text = search.trim();
  return and(
    customer ? eq(orders.userId, customer) : undefined,
    status ? eq(orders.status, status) : undefined,
    from ? gte(orders.createdAt, startOf(from)) : undefined,
    to ? lt(orders.createdAt, endOf(to)) : undefined,
    text ? matches(db, text) : undefined,
  );
}

/** How many orders match. Without a search or a customer they are summed from the totals, by status and Asia/Kolkata day. */
async function countMatching(db: Executor, filter: OrderFilter): Promise<number> {
  const { status, search, from, to, customer } = filter;
  const count =
    search?.trim() || customer
      ? db
          .select({ total: sql<number>`count(*)::int` })
          .from(orders)
          .where(orderFilter(db, filter))
          .prepare("count_orders")
      : db
          .select({ total: sql<number>`coalesce(sum(${orderTotals.orders}), 0)::int` })
          .from(orderTotals)
          .where(
            and(
              status ? eq(orderTotals.status, status) : undefined,
              from ? gte(orderTotals.day, from) : undefined,
              to ? lte(orderTotals.day, to) : undefined,
            ),
          )
          .prepare("count_orders");
  const [row] = await count.execute();
  return row?.total ?? 0;
}

/** What every list of orders shows. `name`: who gets it, else who bought it; null once the person has gone. */
export const summaryColumns = {
  id: orders.id,
  createdAt: orders.createdAt,
  status: orders.status,
  total: orders.total,
  channel: orders.channel,
  name: sql<string | null>`coalesce(${orders.recipientName}, ${users.name})`,
};

/** The total in rupees. */
export const inRupees = <Row extends { total: number }>(row: Row): Row => ({ ...row, total: toRupees(row.total) });

const selectRecent = prepared((db) =>
  db
    .select(summaryColumns)
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .orderBy(desc(orders.id))
    .limit(p("limit"))
    .prepare("recent_orders"),
);
/** An order in a list. Total in rupees. */
export type OrderSummary = Awaited<ReturnType<typeof recentOrders>>[number];

/** The newest orders. Admins only. */
export async function recentOrders(actor: Actor, limit: number, db: Executor = readDb()) {
  assertAdmin(actor);
  return (await selectRecent(db).execute({ limit })).map(inRupees);
}

/** The ids of one page. Only for these are the columns computed, however many orders come before them. */
const pageIds = (
  db: Executor,
  filter: OrderFilter,
  order: SQL[],
  { page, pageSize }: { page: number; pageSize: number },
) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(orderFilter(db, filter))
    .orderBy(...order)
    .limit(pageSize)
    .offset((page - 1) * pageSize);

const NEWEST_FIRST = [desc(orders.id)];

const selectRows = (db: Executor, filter: OrderFilter, order: SQL[], page: { page: number; pageSize: number }) =>
  db
    .select({
      ...summaryColumns,
      phone: orders.phoneNumber,
      address: orders.deliveryAddress,
      items: sql<{ name: string; quantity: number }[]>`(
        select coalesce(json_agg(json_build_object(
          'name', coalesce(nullif(${orderLines.name}, ''), 'Product ' || ${orderLines.sweetId}),
          'quantity', ${orderLines.quantity}) order by ${orderLines.id}), '[]')
        from ${orderLines} where ${orderLines.orderId} = ${orders.id})`,
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .where(inArray(orders.id, pageIds(db, filter, order, page)))
    .orderBy(...order)
    .prepare("order_rows");
/** An order in the owner's table: what is in it, and the delivery's address. Total in rupees. */
export type ListedOrder = Awaited<ReturnType<ReturnType<typeof selectRows>["execute"]>>[number];

/**
 * One page of orders for the owner's table, newest first. In a search the order of that number comes before those whose phone contains
 * its digits. A page past the end is the last one. Admins only.
 */
export async function listOrderRows(
  actor: Actor,
  query: OrderFilter & { page: number; pageSize: number },
  db: Executor = readDb(),
): Promise<{ items: ListedOrder[]; meta: PageMeta }> {
  assertAdmin(actor);
  const { pageSize } = query;
  const total = await countMatching(db, query);
  const totalPages = pageCount(total, pageSize);
  const page = clampPage(query.page, totalPages);
  const number = orderNumber(query.search?.trim() ?? "");
  const order = number === null ? NEWEST_FIRST : [desc(eq(orders.id, number)), ...NEWEST_FIRST];
  const rows = await selectRows(db, query, order, { page, pageSize }).execute();
  return { items: rows.map(inRupees), meta: { page, pageSize, total, totalPages } };
}

const selectNewest = prepared((db) => {
  const isOrdered = ne(orders.channel, "counter");
  const newest = db
    .select({ id: orders.id })
    .from(orders)
    .where(isOrdered)
    .orderBy(desc(orders.id))
    .limit(1)
    .as("newest");
  return db
    .select({ newest: newest.id, count: db.$count(orders, and(isOrdered, gt(orders.id, p("after")))) })
    .from(newest)
    .prepare("newest_order");
});

/**
 * What an open screen asks every few seconds: the number of the newest order (0: none), and how many came after `after` (0 without it).
 * A sale over the counter does not count: the owner made it.
 */
export async function newOrders(
  actor: Actor,
  after = 2_147_483_647,
  db: Executor = readDb(),
): Promise<{ newest: number; count: number }> {
  assertAdmin(actor);
  const [row] = await selectNewest(db).execute({ after });
  return row ?? { newest: 0, count: 0 };
}

/** One page of all orders, newest first, with the count of all that match. Admins only. */
export async function listAllOrders(actor: Actor, query: OrdersQuery, db: Executor = readDb()): Promise<OrderPage> {
  assertAdmin(actor);
  const { page, pageSize } = query;
  const [total, rows] = await Promise.all([
    countMatching(db, query),
    selectOrders(db)
      .where(inArray(orders.id, pageIds(db, query, NEWEST_FIRST, query)))
      .orderBy(...NEWEST_FIRST)
      .prepare("all_orders")
      .execute(),
  ]);
  return { items: rows.map(toAdminOrder), meta: { page, pageSize, total, totalPages: pageCount(total, pageSize) } };
}

/** One order; admins only; `not_found`. */
export async function findAnyOrder(actor: Actor, id: number, db: Executor = readDb()): Promise<AdminOrder> {
  assertAdmin(actor);
  const [order] = await orderById(db).execute({ id });
  if (!order) throw orderNotFound();
  return toAdminOrder(order);
}

const selectByIds = prepared((db) =>
  selectOrders(db)
    .where(sql`${orders.id} = any(${p("ids")}::int[])`)
    .prepare("orders_by_ids"),
);

/** Several orders in the order of their ids in the list, without those that do not exist. Admins only. */
export async function findOrders(actor: Actor, ids: number[], db: Executor = readDb()): Promise<AdminOrder[]> {
  assertAdmin(actor);
  const byId = new Map((await selectByIds(db).execute({ ids })).map((order) => [order.id, order]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(toAdminOrder);
}
