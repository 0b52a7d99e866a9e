import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { prepared } from "@/db/prepared";
import { orderLines, orders, orderTotals, users } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { toRupees } from "@/lib/money";
import { clampPage, pageCount, stretchOf } from "@/lib/pagination";
import { paymentOf } from "@/lib/payments/view";
import {
  byShape,
  commonFilterOf,
  filterOf,
  filterValues,
  isNumber,
  type OrderFilter,
  type Shape,
  someMatches,
} from "./filter-select";
import { lineName } from "./line-select";
import { fulfilmentColumns, orderById, paymentColumns, selectOrders } from "./order-select";
import { orderNotFound } from "./queries";
import type { OrdersQuery } from "./schema";
import { type AdminOrder, fulfilmentOf, toAdminOrder } from "./view";

const p = sql.placeholder;

type PageMeta = { page: number; pageSize: number; total: number; totalPages: number };
export type OrderPage = { items: AdminOrder[]; meta: PageMeta };

/** Without a search, a customer, a window or a state of payment the orders are summed from the totals, by status and Asia/Kolkata day. */
const selectCount = byShape((db, shape) =>
  shape.search || shape.customer || shape.slotDate || shape.payment
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
  money: paymentColumns,
};

/** A row of these columns with its total in rupees, how it is delivered and how it is paid. */
export const toSummary = <
  Row extends {
    total: number;
    delivery: Parameters<typeof fulfilmentOf>[0];
    money: Parameters<typeof paymentOf>[0];
  },
>({
  delivery,
  money,
  ...row
}: Row) => ({
  ...row,
  total: toRupees(row.total),
  fulfilment: fulfilmentOf(delivery),
  payment: paymentOf(money),
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

/** Orders of a search that the owner's table lists and counts: the newest of these, when there are more. */
const MOST_FOUND = 1000;

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
const OLDEST_FIRST = [asc(orders.id)];

const rowsWhere = (which: (db: Executor, shape: Shape) => SQL, name: string) =>
  byShape((db, shape) => {
    // In a search the order of that number is the first.
    const order = shape.search ? [desc(sql`coalesce(${isNumber}, false)`), ...NEWEST_FIRST] : NEWEST_FIRST;
    return db
      .select({
        ...summaryColumns,
        phone: orders.phoneNumber,
        address: orders.deliveryAddress,
        items: sql<{ name: string; quantity: number }[]>`(
          select coalesce(json_agg(json_build_object(
            'name', ${lineName},
            'quantity', ${orderLines.quantity}) order by ${orderLines.id}), '[]')
          from ${orderLines} where ${orderLines.orderId} = ${orders.id})`,
      })
      .from(orders)
      .leftJoin(users, eq(users.id, orders.userId))
      .where(which(db, shape))
      .orderBy(...order)
      .prepare(name);
  });
const selectRows = rowsWhere((db, shape) => {
  const order = shape.search ? [desc(sql`coalesce(${isNumber}, false)`), ...NEWEST_FIRST] : NEWEST_FIRST;
  return inArray(orders.id, pageIds(db, shape, order));
}, "order_rows");
const selectRowsOf = rowsWhere(() => sql`${orders.id} = any(${p("ids")}::int[])`, "order_rows_of_ids");
const selectLastRows = rowsWhere(
  (db, shape) => inArray(orders.id, pageIds(db, shape, OLDEST_FIRST)),
  "order_rows_from_end",
);
/** An order in the owner's table: what is in it, and the delivery's address. Total in rupees. */
export type ListedOrder = Awaited<ReturnType<typeof listOrderRows>>["items"][number];

const countSome = byShape((db, shape) => {
  // An order can match in three ways, and one by its number: so many rows are more than MOST_FOUND orders.
  const some = someMatches(db, shape, 3 * MOST_FOUND + 2).as("some");
  return db.select({ rows: sql<number>`count(*)::int` }).from(some).prepare("count_some_orders");
});

const selectNewestFound = byShape((db, shape) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(commonFilterOf(db, shape))
    .orderBy(desc(orders.id))
    .limit(p("reach"))
    .prepare("newest_found_orders"),
);
const selectNumbered = byShape((db, shape) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNumber, filterOf(db, { ...shape, search: false })))
    .prepare("numbered_order"),
);

/**
 * The page of a search that finds more than MOST_FOUND orders, null for another search. To sort and count a tenth of a million
 * orders would take seconds; to read the newest ones until there are enough takes milliseconds. The planner cannot know how many a
 * text finds, so the ways of reading that are slow in one of both cases are switched off.
 */
async function readCommonPage(query: OrderFilter & { page: number; pageSize: number }, db: Executor) {
  const { pageSize } = query;
  const values = filterValues(query);
  const totalPages = pageCount(MOST_FOUND, pageSize);
  const page = clampPage(query.page, totalPages);
  const found = await db.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true)`);
      const [some] = await countSome(tx, query).execute(values);
      if ((some?.rows ?? 0) < 3 * MOST_FOUND + 2) return null;
      const numbered = await selectNumbered(tx, query).execute(values);
      const newest = await selectNewestFound(tx, query).execute({ ...values, reach: page * pageSize });
      return [...new Set([...numbered, ...newest].map(({ id }) => id))];
    },
    { accessMode: "read only" },
  );
  if (found === null) return null;
  const ids = found.slice((page - 1) * pageSize, page * pageSize);
  const rows = await selectRowsOf(db, query).execute({ ...values, ids });
  return { items: rows.map(toSummary), meta: { page, pageSize, total: MOST_FOUND, totalPages, more: true } };
}

/**
 * One page of orders for the owner's table, newest first. A search that finds many has the newest 1,000 of them (`more`). In a
 * search the order of that number comes before those whose phone contains its digits. A page past the end is the last one. Admins
 * only.
 */
export async function listOrderRows(
  actor: Actor,
  query: OrderFilter & { page: number; pageSize: number },
  db: Executor = readDb(),
) {
  assertAdmin(actor);
  const { pageSize } = query;
  const common = query.search?.trim() ? await readCommonPage(query, db) : null;
  if (common) return common;
  const total = await countMatching(db, query);
  const totalPages = pageCount(total, pageSize);
  const page = clampPage(query.page, totalPages);
  // A search is read from its beginning: the order of the number that is searched for comes first, whatever its age.
  const { fromEnd, ...limits } = query.search?.trim()
    ? { fromEnd: false, limit: pageSize, offset: (page - 1) * pageSize }
    : stretchOf(total, page, pageSize);
  const select = fromEnd ? selectLastRows : selectRows;
  const rows = await select(db, query).execute({ ...filterValues(query), ...limits });
  return { items: rows.map(toSummary), meta: { page, pageSize, total, totalPages, more: false } };
}

const selectNewest = prepared((db) => {
  const isOrdered = or(ne(orders.channel, "counter"), isNotNull(orders.method));
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
 * A sale at the till does not count: the owner made it.
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

const selectPage = (order: SQL[], name: string) =>
  byShape((db, shape) =>
    selectOrders(db)
      .where(inArray(orders.id, pageIds(db, shape, order)))
      .orderBy(...NEWEST_FIRST)
      .prepare(name),
  );
const selectFirstPages = selectPage(NEWEST_FIRST, "all_orders");
const selectLastPages = selectPage(OLDEST_FIRST, "all_orders_from_end");

/** One page of all orders, newest first, with the count of all that match. Admins only. */
export async function listAllOrders(actor: Actor, query: OrdersQuery, db: Executor = readDb()): Promise<OrderPage> {
  assertAdmin(actor);
  const { page, pageSize } = query;
  const total = await countMatching(db, query);
  const { fromEnd, ...limits } = stretchOf(total, page, pageSize);
  const select = fromEnd ? selectLastPages : selectFirstPages;
  const rows = limits.limit > 0 ? await select(db, query).execute({ ...filterValues(query), ...limits }) : [];
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
