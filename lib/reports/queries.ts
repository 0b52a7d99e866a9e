import { and, asc, between, desc, eq, gt, ne, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { prepared } from "@/db/prepared";
import { orderTotals, sweetSales, sweets, users } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { toRupees } from "@/lib/money";
import type { SalesQuery } from "./schema";

const p = sql.placeholder;

/** `totalQuantity` counts packs. `kilograms` is their weight, as far as packs have one; null when none has. */
export type TopProduct = { productId: number; name: string; totalQuantity: number; kilograms: number | null };

const selectTopProducts = prepared((db) => {
  // Limited before the join, so that only these sweets are looked up.
  const top = db
    .select({ sweetId: sweetSales.sweetId, units: sweetSales.units, grams: sweetSales.grams })
    .from(sweetSales)
    .where(gt(sweetSales.units, 0))
    .orderBy(desc(sweetSales.units), asc(sweetSales.sweetId))
    .limit(p("limit"))
    .as("top");
  return db
    .select({ productId: top.sweetId, name: sweets.name, totalQuantity: top.units, grams: top.grams })
    .from(top)
    .innerJoin(sweets, eq(sweets.id, top.sweetId))
    .orderBy(desc(top.units), asc(top.sweetId))
    .prepare("top_products");
});

/** Sweets by packs sold, cancelled orders left out; ties by id. Admins only. */
export async function topProducts(actor: Actor, limit: number, db: Executor = readDb()): Promise<TopProduct[]> {
  assertAdmin(actor);
  const rows = await selectTopProducts(db).execute({ limit });
  return rows.map(({ grams, ...row }) => ({ ...row, kilograms: grams > 0 ? grams / 1000 : null }));
}

export type Stats = { totalOrders: number; totalUsers: number; totalSales: number; topProduct: TopProduct | null };

const selectTotals = prepared((db) =>
  db
    .select({
      orders: sql<number>`coalesce(sum(${orderTotals.orders}), 0)::int`,
      sales: sql<number>`coalesce(sum(${orderTotals.total}) filter (where ${ne(orderTotals.status, "Cancelled")}), 0)::bigint`,
      users: db.$count(users, eq(users.role, "customer")),
    })
    .from(orderTotals)
    .prepare("stats"),
);

/** All orders, customers, and revenue in rupees (with gift wrap, cancelled orders left out). Admins only. */
export async function stats(actor: Actor, db: Executor = readDb()): Promise<Stats> {
  assertAdmin(actor);
  const [[totals], [top]] = await Promise.all([selectTotals(db).execute(), topProducts(actor, 1, db)]);
  if (!totals) throw new Error("The totals are missing");
  return {
    totalOrders: totals.orders,
    totalUsers: totals.users,
    totalSales: toRupees(totals.sales),
    topProduct: top ?? null,
  };
}

export type SalesDay = { date: string; revenue: number };

const selectSales = prepared((db) => {
  const today = sql`(now() at time zone 'Asia/Kolkata')::date`;
  const first = sql`coalesce(${p("from")}::date, ${today} - ${p("days")}::int + 1)`;
  const last = sql`coalesce(${p("to")}::date, ${today})`;
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
    .orderBy(sql`days.day`)
    .prepare("sales_by_day");
});

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
  const rows = await selectSales(db).execute({ days, from: from ?? null, to: to ?? null });
  return rows.map(({ date, revenue }) => ({ date, revenue: toRupees(revenue) }));
}
