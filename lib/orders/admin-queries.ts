import { and, desc, eq, gt, gte, inArray, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { type Executor, readDb } from "@/db/client";
import { prepared } from "@/db/prepared";
import { orderLines, orders, orderTotals, users } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { toRupees } from "@/lib/money";
import { clampPage, pageCount } from "@/lib/pagination";
import { fulfilmentColumns, orderById, selectOrders } from "./order-select";
import { orderNotFound } from "./queries";
import type { OrdersQuery } from "./schema";
import { type AdminOrder, fulfilmentOf, toAdminOrder } from "./view";

const p = sql.placeholder;

export type OrderFilter = Pick<OrdersQuery, "status" | "search" | "from" | "to" | "slotDate" | "slotFrom"> & {
  /** The id of the account that ordered. */
  customer?: number;
};
type PageMeta = { page: number; pageSize: number; total: number; totalPages: number };
export type OrderPage = { items: AdminOrder[]; meta: PageMeta };

/** The order number that a search may mean: 12 or #12. */
const orderNumber = (search: string) => (/^#?\d{1,9}$/.test(search) ? Number(search.replace("#", "")) : null);

/** Which parts of a filter are set: one statement is built and prepared for each combination. */
type Shape = Record<keyof OrderFilter, boolean>;
const shapeOf = ({ status, search, from, to, slotDate, slotFrom, customer }: OrderFilter): Shape => ({
  status: status !== undefined,
  search: Boolean(search?.trim()),
  from: from !== undefined,
  to: to !== undefined,
  slotDate: slotDate !== undefined,
  // A time of the day says nothing without its day.
  slotFrom: slotDate !== undefined && slotFrom !== undefined,
  customer: customer !== undefined,
});

/** The statement for the shape of a filter, built when it is first asked for. */
export function byShape<Statement extends object>(build: (db: Executor, shape: Shape) => Statement) {
  const statements = new Map<string, (db: Executor) => Statement>();
  return (db: Executor, filter: OrderFilter): Statement => {
    const shape = shapeOf(filter);
    const key = Object.values(shape).join();
    const statement = statements.get(key) ?? prepared((executor) => build(executor, shape));
    statements.set(key, statement);
    return statement(db);
  };
}

/** The values of the placeholders of `filterOf`. */
export function filterValues({ search = "", ...filter }: OrderFilter) {
  const text = search.trim();
  const escaped = text.replace(/[\\%_]/g, "\\$&");
  const digits = text.replace(/\D/g, "");
  const isPhone = digits.length >= 3 && /^[\d\s()+.-]+$/.test(text);
  return {
    ...filter,
    number: orderNumber(text),
    // A text of one or two letters has no trigram: only beginnings of words are found.
    patterns: text.length < 3 ? [`${escaped}%`, `% ${escaped}%`] : [`%${escaped}%`],
    // A phone is found by its digits, however it was written down.
    phone: isPhone ? `%${digits.slice(-10)}%` : null,
  };
}

const isNumber = sql`${orders.id} = ${p("number")}::int`;

/** The orders that a search finds. Each part of the union has an index of its own, which an `or` over the table would not use. */
function matches(db: Executor): SQL {
  const like = sql`ilike any (${p("patterns")}::text[])`;
  const ids = () => db.select({ id: orders.id }).from(orders);
  return inArray(
    orders.id,
    union(
      ids().where(isNumber),
      ids().where(sql`${orders.recipientName} ${like}`),
      ids().where(sql`regexp_replace(${orders.phoneNumber}, '\\D', '', 'g') like ${p("phone")}::text`),
      db
        .select({ id: orders.id })
        .from(users)
        .innerJoin(orders, eq(orders.userId, users.id))
        .where(or(sql`${users.name} ${like}`, sql`${users.email} ${like}`)),
    ),
  );
}

/** The condition of a filter; the CSV export and the lists share it. Days are Asia/Kolkata days, both ends inclusive. */
export function filterOf(db: Executor, shape: Shape): SQL | undefined {
  return and(
    shape.customer ? eq(orders.userId, p("customer")) : undefined,
    shape.status ? eq(orders.status, p("status")) : undefined,
    shape.from ? gte(orders.createdAt, sql`(${p("from")}::date)::timestamp at time zone 'Asia/Kolkata'`) : undefined,
    shape.to ? lt(orders.createdAt, sql`(${p("to")}::date + 1)::timestamp at time zone 'Asia/Kolkata'`) : undefined,
    shape.slotDate ? eq(orders.slotDate, p("slotDate")) : undefined,
    shape.slotFrom ? eq(orders.slotFrom, p("slotFrom")) : undefined,
    shape.search ? matches(db) : undefined,
  );
}

/** Without a search, a customer or a window the orders are summed from the totals, by status and Asia/Kolkata day. */
const selectCount = byShape((db, shape) =>
  shape.search || shape.customer || shape.slotDate
    ? db.select({ total: sql<number>`count(*)::int` }).from(orders).where(filterOf(db, shape)).prepare("count_orders")
    : db
        .select({ total: sql<number>`coalesce(sum(${orderTotals.orders}), 0)::int` })
        .from(orderTotals)
        .where(
          and(
            shape.status ? eq(orderTotals.status, p("status")) : undefined,
            shape.from ? gte(orderTotals.day, sql`${p("from")}::date`) : undefined,
            shape.to ? lte(orderTotals.day, sql`${p("to")}::date`) : undefined,
          ),
        )
        .prepare("count_orders"),
);

/** How many orders match. */
async function countMatching(db: Executor, filter: OrderFilter): Promise<number> {
  const [row] = await selectCount(db, filter).execute(filterValues(filter));
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
  delivery: fulfilmentColumns,
};

/** A row of these columns with its total in rupees and how it is delivered. */
export const toSummary = <Row extends { total: number; delivery: Parameters<typeof fulfilmentOf>[0] }>({
  delivery,
  ...row
}: Row) => ({
  ...row,
  total: toRupees(row.total),
  fulfilment: fulfilmentOf(delivery),
});

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
  return (await selectRecent(db).execute({ limit })).map(toSummary);
}

/** The ids of one page. Only for these are the columns computed, however many orders come before them. */
const pageIds = (db: Executor, shape: Shape, order: SQL[]) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(filterOf(db, shape))
    .orderBy(...order)
    .limit(p("limit"))
    .offset(p("offset"));

const NEWEST_FIRST = [desc(orders.id)];

const selectRows = byShape((db, shape) => {
  // In a search the order of that number is the first.
  const order = shape.search ? [desc(sql`coalesce(${isNumber}, false)`), ...NEWEST_FIRST] : NEWEST_FIRST;
  return db
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
    .where(inArray(orders.id, pageIds(db, shape, order)))
    .orderBy(...order)
    .prepare("order_rows");
});
/** An order in the owner's table: what is in it, and the delivery's address. Total in rupees. */
export type ListedOrder = Awaited<ReturnType<typeof listOrderRows>>["items"][number];

/**
 * One page of orders for the owner's table, newest first. In a search the order of that number comes before those whose phone contains
 * its digits. A page past the end is the last one. Admins only.
 */
export async function listOrderRows(
  actor: Actor,
  query: OrderFilter & { page: number; pageSize: number },
  db: Executor = readDb(),
) {
  assertAdmin(actor);
  const { pageSize } = query;
  const total = await countMatching(db, query);
  const totalPages = pageCount(total, pageSize);
  const page = clampPage(query.page, totalPages);
  const limits = { limit: pageSize, offset: (page - 1) * pageSize };
  const rows = await selectRows(db, query).execute({ ...filterValues(query), ...limits });
  const meta: PageMeta = { page, pageSize, total, totalPages };
  return { items: rows.map(toSummary), meta };
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

const selectPage = byShape((db, shape) =>
  selectOrders(db)
    .where(inArray(orders.id, pageIds(db, shape, NEWEST_FIRST)))
    .orderBy(...NEWEST_FIRST)
    .prepare("all_orders"),
);

/** One page of all orders, newest first, with the count of all that match. Admins only. */
export async function listAllOrders(actor: Actor, query: OrdersQuery, db: Executor = readDb()): Promise<OrderPage> {
  assertAdmin(actor);
  const { page, pageSize } = query;
  const limits = { limit: pageSize, offset: (page - 1) * pageSize };
  const [total, rows] = await Promise.all([
    countMatching(db, query),
    selectPage(db, query).execute({ ...filterValues(query), ...limits }),
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
