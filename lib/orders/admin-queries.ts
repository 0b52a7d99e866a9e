import { and, asc, desc, eq, gt, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { orderLines, orders, orderTotals, users } from "@/db/schema";
import { once } from "@/db/transaction";
import type { May } from "@/lib/auth/actor";
import { lineName } from "@/lib/catalogue/select";
import { shopNow } from "@/lib/clock";
import { indiaDay, indiaMoment } from "@/lib/dates";
import { readReport } from "@/lib/http/heavy-reads";
import { toRupees } from "@/lib/money";
import { isNotTillSale, isOrderedBy, orderNotFound } from "@/lib/order-access";
import { clampPage, pageCount, pageRange, rangeFrom } from "@/lib/pagination";
import { paymentOf } from "@/lib/payments/rules";
import { paymentColumns, refundColumns } from "@/lib/payments/select";
import { commonFilterOf, filterOf, isNumber, type OrderFilter, someMatches } from "./filter";
import { fulfilmentColumns, selectOrders } from "./order-select";
import { storedOrder } from "./queries";
import type { OrdersQuery } from "./schema";
import { type AdminOrder, fulfilmentOf, toAdminOrder } from "./serializers";

/** How many orders match. Without a search, a customer, a window or a state of payment they are summed from the totals. */
async function countMatching(db: Executor, filter: OrderFilter): Promise<number> {
  const { status, statuses, from, to } = filter;
  if (filter.search?.trim() || filter.customer || filter.slotDate || filter.payment)
    return db.$count(orders, filterOf(db, filter));
  const [row] = await db
    .select({ total: sql<number>`coalesce(sum(${orderTotals.orders}), 0)::int` })
    .from(orderTotals)
    .where(
      and(
        status && eq(orderTotals.status, status),
        statuses && inArray(orderTotals.status, [...statuses]),
        from ? gte(orderTotals.day, from) : undefined,
        to ? lte(orderTotals.day, to) : undefined,
      ),
    );
  return row?.total ?? 0;
}

/** What every list of orders shows. `name`: who gets it, else who bought it; null once the person has gone. */
const summaryColumns = {
  id: orders.id,
  createdAt: orders.createdAt,
  status: orders.status,
  total: orders.total,
  channel: orders.channel,
  name: sql<string | null>`coalesce(${orders.recipientName}, ${users.name})`,
  day: orders.day,
  delivery: fulfilmentColumns,
  money: paymentColumns,
};

type Summary = { total: number; delivery: Parameters<typeof fulfilmentOf>[0]; money: Parameters<typeof paymentOf>[0] };
/** A row of these columns with its total in rupees, how it is delivered and how it is paid. */
const toSummary = <Row extends Summary>({ delivery, money, ...row }: Row) => ({
  ...row,
  total: toRupees(row.total),
  fulfilment: fulfilmentOf(delivery),
  payment: paymentOf(money),
});

type Reader = May<"orders:read">;

/** An order in a list. Total in rupees. */
export type RecentOrder = Awaited<ReturnType<typeof recentOrders>>[number];

/** The newest orders. */
export async function recentOrders(_actor: Reader, limit: number, db = readDb()) {
  const rows = await db
    .select(summaryColumns)
    .from(orders)
    .leftJoin(users, isOrderedBy)
    .orderBy(desc(orders.id))
    .limit(limit);
  return rows.map(toSummary);
}

/** Orders of a search that the owner's table lists and counts: the newest of these, when there are more. */
const MOST_FOUND = 1000;

/** The ids of one page. Only for these are the columns computed, however many orders come before them. */
const pageIds = (db: Executor, filter: OrderFilter, order: SQL[], range: { limit: number; offset: number }) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(filterOf(db, filter))
    .orderBy(...order)
    .limit(range.limit)
    .offset(range.offset);

const NEWEST_FIRST = [desc(orders.id)];
const OLDEST_FIRST = [asc(orders.id)];

/**
 * How a list is ordered, from either end. Orders of some days are ordered by their time, which has an index: by their ids, all orders between
 * those days and the first or the last order would be read too.
 */
const orderOf = ({ from, to }: OrderFilter) =>
  from || to
    ? { newestFirst: [desc(orders.createdAt), ...NEWEST_FIRST], oldestFirst: [asc(orders.createdAt), ...OLDEST_FIRST] }
    : { newestFirst: NEWEST_FIRST, oldestFirst: OLDEST_FIRST };

const selectRows = (db: Executor, which: SQL, order: SQL[]) =>
  db
    .select({
      ...summaryColumns,
      phone: orders.phoneNumber,
      address: orders.deliveryAddress,
      refunds: refundColumns,
      items: sql<{ name: string; quantity: number }[]>`(
        select coalesce(json_agg(json_build_object(
          'name', ${lineName},
          'quantity', ${orderLines.quantity}) order by ${orderLines.id}), '[]')
        from ${orderLines} where ${orderLines.orderId} = ${orders.id})`,
    })
    .from(orders)
    .leftJoin(users, isOrderedBy)
    .where(which)
    .orderBy(...order);

/** Orders as rows of the owner's table: what is in them, and the delivery's address. Totals in rupees. */
function toListed(rows: Awaited<ReturnType<typeof selectRows>>) {
  const now = indiaMoment(shopNow());
  return rows.map(toSummary).map((order) => ({ ...order, isLate: isLate(order, now) }));
}
export type ListedOrder = ReturnType<typeof toListed>[number];

/** Whether what is to be done for an order should have been done by now: its window is over, or its day. `now`: "2026-11-24 13:05:00". */
function isLate(
  { status, day, fulfilment: { slot } }: Pick<RecentOrder, "status" | "day" | "fulfilment">,
  now: string,
) {
  const due = slot ? `${slot.date} ${slot.to}` : day && `${day} 24:00`;
  return due !== null && due <= now && (status === "Pending" || status === "Processing");
}

/** Those of these orders that there are, in the order of the ids. */
export async function findOrderRows(_actor: Reader, ids: readonly number[], db = readDb()): Promise<ListedOrder[]> {
  const rows = new Map(
    toListed(await selectRows(db, inArray(orders.id, [...ids]), [])).map((order) => [order.id, order]),
  );
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** The order of a search: that of the number is the first. */
const numberFirst = (search: string) => [desc(isNumber(search)), ...NEWEST_FIRST];

/**
 * The page of a search that finds more than MOST_FOUND orders, null for another search. To sort and count a tenth of a million
 * orders would take seconds; to read the newest ones until there are enough takes milliseconds. The planner cannot know how many a
 * text finds, so the ways of reading that are slow in one of both cases are switched off.
 */
async function readCommonPage(query: OrderFilter & { search: string; page: number; pageSize: number }, db: Executor) {
  const { search, pageSize, ...rest } = query;
  const totalPages = pageCount(MOST_FOUND, pageSize);
  const page = clampPage(query.page, totalPages);
  const found = await db.transaction(
    async (tx) => {
      const off = (name: string) => sql`set_config(${name}, 'off', true)`;
      await tx.select({ scan: off("enable_seqscan"), sort: off("enable_sort") }).from(once);
      // An order can match in three ways, and one by its number: so many rows are more than MOST_FOUND orders.
      const enough = 3 * MOST_FOUND + 2;
      if ((await tx.$count(someMatches(tx, query, enough).as("some"))) < enough) return null;
      const newestOf = (which?: SQL) =>
        tx
          .select({ id: orders.id })
          .from(orders)
          .where(which)
          .orderBy(...NEWEST_FIRST)
          .limit(page * pageSize);
      const numbered = await newestOf(and(isNumber(search), filterOf(tx, rest)));
      const newest = await newestOf(commonFilterOf(tx, query));
      return [...new Set([...numbered, ...newest].map(({ id }) => id))];
    },
    { accessMode: "read only" },
  );
  if (found === null) return null;
  const ids = found.slice((page - 1) * pageSize, page * pageSize);
  const rows = await selectRows(db, inArray(orders.id, ids), numberFirst(search));
  return { items: toListed(rows), meta: { page, pageSize, total: MOST_FOUND, totalPages, more: true } };
}

/**
 * One page of orders for the owner's table, newest first. A search that finds many has the newest 1,000 of them (`more`). In a
 * search the order of that number comes before those whose phone contains its digits. A page past the end is the last one.
 */
export async function listOrderRows(_actor: Reader, query: OrderFilter & { page: number; pageSize: number }) {
  const db = readDb();
  const { pageSize } = query;
  const search = query.search?.trim();
  const common = search ? await readCommonPage({ ...query, search }, db) : null;
  if (common) return common;
  const total = await countMatching(db, query);
  const totalPages = pageCount(total, pageSize);
  const page = clampPage(query.page, totalPages);
  // A search is read from its beginning: the order of the number that is searched for comes first, whatever its age.
  const { fromEnd, ...range } = search
    ? { fromEnd: false, limit: pageSize, offset: (page - 1) * pageSize }
    : pageRange(total, page, pageSize);
  const { newestFirst, oldestFirst } = orderOf(query);
  const order = search ? numberFirst(search) : newestFirst;
  const ids = pageIds(db, query, fromEnd ? oldestFirst : order, range);
  const rows = await selectRows(db, inArray(orders.id, ids), order);
  return { items: toListed(rows), meta: { page, pageSize, total, totalPages, more: false } };
}

const OPEN = ["Pending", "Processing", "Shipped"] as const;
const DONE = ["Completed", "Cancelled"] as const;

/**
 * The same list in the order of the work. What is still to go out comes first, by day and window, so that late orders are on top and today's
 * are before those of later days; then what is shipped, in the same order, and then what is done, newest first. An order without a day
 * counts as today's. A search has the order that it always has.
 */
export async function listWorkRows(actor: Reader, query: OrderFilter & { page: number; pageSize: number }) {
  if (query.search?.trim()) return listOrderRows(actor, query);
  const db = readDb();
  const { pageSize } = query;
  const [open, done] = [
    { ...query, statuses: OPEN },
    { ...query, statuses: DONE },
  ];
  const [openCount, doneCount] = await Promise.all([countMatching(db, open), countMatching(db, done)]);
  const total = openCount + doneCount;
  const totalPages = pageCount(total, pageSize);
  const page = clampPage(query.page, totalPages);
  const offset = (page - 1) * pageSize;
  const day = sql`coalesce(${orders.slotDate}, ${orders.day}, ${indiaDay(shopNow())}::date)`;
  const byWork = [sql`${orders.status} = 'Shipped'`, day, asc(orders.slotFrom), asc(orders.id)];
  const first = offset < openCount ? await pageIds(db, open, byWork, { limit: pageSize, offset }) : [];
  const { fromEnd, ...range } = rangeFrom(doneCount, Math.max(0, offset - openCount), pageSize - first.length);
  const { newestFirst, oldestFirst } = orderOf(query);
  const rest = range.limit > 0 ? await pageIds(db, done, fromEnd ? oldestFirst : newestFirst, range) : [];
  const ids = [...first, ...(fromEnd ? rest.toReversed() : rest)].map(({ id }) => id);
  return { items: await findOrderRows(actor, ids, db), meta: { page, pageSize, total, totalPages, more: false } };
}

/**
 * What an open screen asks every few seconds: the number of the newest order (0: none), and how many came after `after` (0 without it).
 * A sale at the till does not count: the owner made it.
 */
export async function newOrders(_actor: Reader | May<"kitchen:read">, after = 2_147_483_647) {
  const db = readDb();
  const newest = db
    .select({ id: orders.id })
    .from(orders)
    .where(isNotTillSale)
    .orderBy(desc(orders.id))
    .limit(1)
    .as("newest");
  const [row] = await db
    .select({ newest: newest.id, count: db.$count(orders, and(isNotTillSale, gt(orders.id, after))) })
    .from(newest);
  return row ?? { newest: 0, count: 0 };
}

/** One page of all orders, newest first, with the count of all that match. */
export async function listAllOrders(_actor: Reader, query: OrdersQuery, db = readDb()) {
  const { page, pageSize } = query;
  const total = await countMatching(db, query);
  const { fromEnd, ...range } = pageRange(total, page, pageSize);
  const { newestFirst, oldestFirst } = orderOf(query);
  const ids = pageIds(db, query, fromEnd ? oldestFirst : newestFirst, range);
  const rows = await selectOrders(db)
    .where(inArray(orders.id, ids))
    .orderBy(...newestFirst);
  return { items: rows.map(toAdminOrder), meta: { page, pageSize, total, totalPages: pageCount(total, pageSize) } };
}

export type OrderPage = Awaited<ReturnType<typeof listAllOrders>>;

/** One order; admins only; `not_found`. */
export async function findAnyOrder(_actor: Reader, id: number, db = readDb()): Promise<AdminOrder> {
  return toAdminOrder(await storedOrder(db, id));
}

/** The same for the shop's screens, which name with its e-mail address whoever did something, and say what can be paid back. */
export async function findOrderWithAuthors(_actor: Reader, id: number) {
  const [order] = await selectOrders(readDb(), { withAuthors: true }).where(eq(orders.id, id));
  if (!order) throw orderNotFound();
  return { ...toAdminOrder(order), refunds: order.refunds, online: order.online };
}

/** Several orders in the order of their ids in the list, without those that do not exist. */
export async function findOrders(_actor: Reader, ids: number[], db = readDb()): Promise<AdminOrder[]> {
  const rows = await selectOrders(db).where(inArray(orders.id, ids));
  const byId = new Map(rows.map((order) => [order.id, order]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(toAdminOrder);
}

/** Orders that one query of `streamOrders` reads. */
const BATCH_SIZE = 1000;

/** Every order that matches, newest first, a thousand at a time: a slow download holds no connection and little memory. */
export async function* streamOrders(_actor: Reader, filter: OrderFilter) {
  for (let before: number | undefined = 2_147_483_647; before !== undefined; ) {
    const newer: number = before;
    const rows = await readReport((db) => selectExported(db, filter, newer));
    if (rows.length > 0) yield rows.map(toSummary);
    before = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.id;
  }
}

const selectExported = (db: Executor, filter: OrderFilter, before: number) =>
  db
    .select({
      ...summaryColumns,
      giftWrap: orders.giftWrap,
      /** "Kaju Katli, 250 g × 2; Jalebi × 1" */
      items: sql<string>`coalesce((
        select string_agg(${lineName} || ' × ' || ${orderLines.quantity}, '; ' order by ${orderLines.id})
        from ${orderLines} where ${orderLines.orderId} = ${orders.id}), '')`,
      /** The same of what is from the plan of a day. */
      planned: sql<string>`coalesce((
        select string_agg(${lineName} || ' × ' || ${orderLines.quantity}, '; ' order by ${orderLines.id})
        from ${orderLines} where ${orderLines.orderId} = ${orders.id} and ${orderLines.day} is not null), '')`,
      customer: sql<string | null>`coalesce(${orders.customerName}, ${users.name})`,
      email: sql<
        string | null
      >`case when ${orders.customerName} is not null then ${orders.customerEmail} else ${users.email} end`,
      customerPhone: orders.customerPhone,
      recipient: orders.recipientName,
      address: orders.deliveryAddress,
      phone: orders.phoneNumber,
      notes: orders.notes,
      message: orders.personalMessage,
      internalNote: orders.internalNote,
    })
    .from(orders)
    .leftJoin(users, isOrderedBy)
    .where(and(filterOf(db, filter), lt(orders.id, before)))
    .orderBy(desc(orders.id))
    .limit(BATCH_SIZE);

export type ExportedOrder = ReturnType<typeof streamOrders> extends AsyncGenerator<(infer Order)[]> ? Order : never;
