import { and, asc, between, desc, eq, gt, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Executor } from "@/db/client";
import { type PaymentMethod, paymentMethods } from "@/db/constants/payments";
import { startOfDay } from "@/db/moment";
import { orders, orderTotals, payments, sweetSales, sweets, users } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { readReport } from "@/lib/http/heavy-reads";
import { toRupees } from "@/lib/money";
import type { paymentDaysResponse, salesResponse, statsResponse, topProduct } from "./responses";
import type { SalesQuery } from "./schema";

export type TopProduct = z.infer<typeof topProduct>;

/** Sweets by packs sold, cancelled orders left out; ties by id. */
export async function topProducts(_actor: May<"reports:read">, limit: number): Promise<TopProduct[]> {
  return readReport((db) => readTop(limit, db));
}

async function readTop(limit: number, db: Executor): Promise<TopProduct[]> {
  // Limited before the join, so that only these sweets are looked up.
  const top = db
    .select({ sweetId: sweetSales.sweetId, packs: sweetSales.packs, grams: sweetSales.grams })
    .from(sweetSales)
    .where(gt(sweetSales.packs, 0))
    .orderBy(desc(sweetSales.packs), asc(sweetSales.sweetId))
    .limit(limit)
    .as("top");
  const rows = await db
    .select({ productId: top.sweetId, name: sweets.name, totalQuantity: top.packs, grams: top.grams })
    .from(top)
    .innerJoin(sweets, eq(sweets.id, top.sweetId))
    .orderBy(desc(top.packs), asc(top.sweetId));
  return rows.map(({ grams, ...row }) => ({ ...row, kilograms: grams > 0 ? grams / 1000 : null }));
}

export type Stats = z.infer<typeof statsResponse>;

const selectTotals = (db: Executor) =>
  db
    .select({
      orders: sql<number>`coalesce(sum(${orderTotals.orders}), 0)::int`,
      sales: sql<number>`coalesce(sum(${orderTotals.total}) filter (where ${ne(orderTotals.status, "Cancelled")}), 0)::bigint`,
      users: db.$count(users, eq(users.role, "customer")),
    })
    .from(orderTotals);

/** All orders, customers, and revenue in rupees (with gift wrap, cancelled orders left out). */
export async function stats(_actor: May<"reports:read">): Promise<Stats> {
  const [[totals], [top]] = await readReport(async (db) => [await selectTotals(db), await readTop(1, db)] as const);
  if (!totals) throw new Error("The totals are missing");
  return {
    totalOrders: totals.orders,
    totalUsers: totals.users,
    totalSales: toRupees(totals.sales),
    topProduct: top ?? null,
  };
}

/** The first and the last Asia/Kolkata day of a report: the range when it is given, else the last `days` days up to today. */
export function periodOf({ days = 30, from, to }: SalesQuery): { first: SQL; last: SQL } {
  const today = sql`${indiaDay(shopNow())}::date`;
  return { first: from ? sql`${from}::date` : sql`${today} - ${days}::int + 1`, last: to ? sql`${to}::date` : today };
}

export type SalesDay = z.infer<typeof salesResponse>[number];

/**
 * Revenue in rupees of each Asia/Kolkata day, oldest first, days without sales too: of the range when it is given, else of the last
 * `days` days up to today.
 */
export async function salesByDay(_actor: May<"reports:read">, query: SalesQuery, db?: Executor): Promise<SalesDay[]> {
  const rows = await readReport((db) => selectSales(query, db), db);
  return rows.map(({ date, revenue }) => ({ date, revenue: toRupees(revenue) }));
}

function selectSales(query: SalesQuery, db: Executor) {
  const { first, last } = periodOf(query);
  const sold = db
    .select({ day: orderTotals.day, revenue: sql<number>`sum(${orderTotals.total})::bigint`.as("revenue") })
    .from(orderTotals)
    .where(and(between(orderTotals.day, first, last), ne(orderTotals.status, "Cancelled")))
    .groupBy(orderTotals.day)
    .as("sold");
  return db
    .select({
      date: sql<string>`to_char(days.day, 'YYYY-MM-DD')`,
      revenue: sql<number>`coalesce(${sold.revenue}, 0)::bigint`,
    })
    .from(sql`generate_series(${first}, ${last}, interval '1 day') as days(day)`)
    .leftJoin(sold, eq(sold.day, sql`days.day::date`))
    .orderBy(sql`days.day`);
}

/** What moved on a day by a method, and what is due of the orders of that day. Rupees. */
export type PaymentDay = z.infer<typeof paymentDaysResponse>[number];

const dayOf = (column: typeof payments.at | typeof orders.createdAt) => sql<string>`kolkata_day(${column})`;
const paise = (sum: SQL) => sql<number>`coalesce(${sum}, 0)::bigint`;

function selectPaymentDays(query: SalesQuery, db: Executor) {
  const { first, last } = periodOf(query);
  const isWithin = (column: typeof payments.at | typeof orders.createdAt) =>
    and(gte(column, startOfDay(first)), lt(column, startOfDay(sql`${last} + 1`)));
  const moved = db
    .select({
      date: dayOf(payments.at).as("date"),
      method: sql<PaymentMethod>`${payments.method}`.as("method"),
      received: paise(sql`sum(${payments.amount}) filter (where ${payments.state} = 'received')`).as("received"),
      refunded: paise(sql`sum(${payments.amount}) filter (where ${payments.state} = 'refunded')`).as("refunded"),
      outstanding: sql<number>`0::bigint`.as("outstanding"),
    })
    .from(payments)
    // The words of the index payments_moved, which has all that is read.
    .where(and(sql`${payments.state} in ('received', 'refunded')`, isWithin(payments.at)))
    .groupBy(sql`1`, sql`2`);
  const due = db
    .select({
      date: dayOf(orders.createdAt).as("date"),
      method: sql<PaymentMethod>`${orders.paymentMethod}`.as("method"),
      received: sql<number>`0::bigint`.as("received"),
      refunded: sql<number>`0::bigint`.as("refunded"),
      outstanding: paise(sql`sum(${orders.total} - (${orders.received} - ${orders.paidBack}))`).as("outstanding"),
    })
    .from(orders)
    // Most orders of a shop are paid. The words of the index orders_outstanding.
    .where(
      and(
        sql`${orders.received} - ${orders.paidBack} < ${orders.total} and ${orders.status} <> 'Cancelled'`,
        isWithin(orders.createdAt),
      ),
    )
    .groupBy(sql`1`, sql`2`);
  // What the gateway says of its payments. The word of the index payments_gateway, which is empty without any.
  const online = db
    .select({
      paidOn: dayOf(payments.at).as("paid_on"),
      fee: sql<number | null>`sum(${payments.fee})::bigint`.as("fee"),
      ids: sql<string[]>`array_agg(${payments.reference})`.as("ids"),
    })
    .from(payments)
    .where(and(sql`${payments.method} = 'online' and ${payments.state} = 'received'`, isWithin(payments.at)))
    .groupBy(sql`1`)
    .as("online");
  const all = unionAll(moved, due).as("moved_and_due");
  return db
    .select({
      date: sql<string>`to_char(${all.date}, 'YYYY-MM-DD')`,
      method: all.method,
      received: sql<number>`sum(${all.received})::bigint`,
      refunded: sql<number>`sum(${all.refunded})::bigint`,
      outstanding: sql<number>`sum(${all.outstanding})::bigint`,
      fee: sql<number | null>`min(${online.fee})`,
      ids: sql<string[] | null>`min(${online.ids})`,
    })
    .from(all)
    .leftJoin(online, and(eq(online.paidOn, all.date), sql`${all.method} = 'online'`))
    .groupBy(all.date, all.method)
    .orderBy(asc(all.date), sql`array_position(${sql.param([...paymentMethods])}::text[], ${all.method})`);
}

/**
 * What was received and refunded on each Asia/Kolkata day by each method, and beside it what is due of the orders that were placed on that
 * day and are not cancelled, by the method that was chosen for them. Oldest first; a day and method without any of these is left out.
 * Of the range when it is given, else of the last `days` days up to today. A row of `online` has the ids of its payments, and their fee as far
 * as it is known.
 */
export async function paymentsByDay(_actor: May<"reports:read">, query: SalesQuery): Promise<PaymentDay[]> {
  const rows = await readReport((db) => selectPaymentDays(query, db));
  return rows.map(({ received, refunded, outstanding, fee, ids, ...day }) => ({
    ...day,
    received: toRupees(received),
    refunded: toRupees(refunded),
    outstanding: toRupees(outstanding),
    ...(day.method === "online" && { fee: fee === null ? null : toRupees(fee), payments: ids?.sort() ?? [] }),
  }));
}
