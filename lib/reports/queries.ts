import { and, asc, between, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Executor, readDb } from "@/db/client";
import { orderTotals, sweetSales, sweets, users } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { toRupees } from "@/lib/money";
import type { salesResponse, statsResponse, topProduct } from "./responses";
import type { SalesQuery } from "./schema";

export type TopProduct = z.infer<typeof topProduct>;

/** Sweets by packs sold, cancelled orders left out; ties by id. Admins only. */
export async function topProducts(actor: Actor, limit: number, db: Executor = readDb()): Promise<TopProduct[]> {
  assertAdmin(actor);
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

/** All orders, customers, and revenue in rupees (with gift wrap, cancelled orders left out). Admins only. */
export async function stats(actor: Actor, db: Executor = readDb()): Promise<Stats> {
  assertAdmin(actor);
  const [[totals], [top]] = await Promise.all([selectTotals(db), topProducts(actor, 1, db)]);
  if (!totals) throw new Error("The totals are missing");
  return {
    totalOrders: totals.orders,
    totalUsers: totals.users,
    totalSales: toRupees(totals.sales),
    topProduct: top ?? null,
  };
}

export type SalesDay = z.infer<typeof salesResponse>[number];

/**
 * Revenue in rupees of each Asia/Kolkata day, oldest first, days without sales too: of the range when it is given, else of the last
 * `days` days up to today. Admins only.
 */
export async function salesByDay(
  actor: Actor,
  { days = 30, from, to }: SalesQuery,
  db: Executor = readDb(),
): Promise<SalesDay[]> {
  assertAdmin(actor);
  const today = sql`(now() at time zone 'Asia/Kolkata')::date`;
  const first = from ? sql`${from}::date` : sql`${today} - ${days}::int + 1`;
  const last = to ? sql`${to}::date` : today;
  const sold = db
    .select({ day: orderTotals.day, revenue: sql<number>`sum(${orderTotals.total})::bigint`.as("revenue") })
    .from(orderTotals)
    .where(and(between(orderTotals.day, first, last), ne(orderTotals.status, "Cancelled")))
    .groupBy(orderTotals.day)
    .as("sold");
  const rows = await db
    .select({
      date: sql<string>`to_char(days.day, 'YYYY-MM-DD')`,
      revenue: sql<number>`coalesce(${sold.revenue}, 0)::bigint`,
    })
    .from(sql`generate_series(${first}, ${last}, interval '1 day') as days(day)`)
    .leftJoin(sold, eq(sold.day, sql`days.day::date`))
    .orderBy(sql`days.day`);
  return rows.map(({ date, revenue }) => ({ date, revenue: toRupees(revenue) }));
}
