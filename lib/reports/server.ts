import { driver, readDb } from "@/db/client";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { toRupees } from "@/lib/money";
import type { SalesQuery } from "./schema";

export type TopProduct = { productId: number; name: string; totalQuantity: number };

/** Sweets by units sold, cancelled orders left out; ties by id. Admins only. */
export async function topProducts(actor: Actor, limit: number): Promise<TopProduct[]> {
  assertAdmin(actor);
  const rows = await driver(readDb())`
    select t.sweet_id, s.name, t.units from (
      select sweet_id, units from sweet_sales where units > 0 order by units desc, sweet_id limit ${limit}
    ) t join sweets s on s.id = t.sweet_id order by t.units desc, t.sweet_id`;
  return rows.map((row) => ({
    productId: row.sweet_id as number,
    name: row.name as string,
    totalQuantity: row.units as number,
  }));
}

export type Stats = { totalOrders: number; totalUsers: number; totalSales: number; topProduct: TopProduct | null };

/** All orders, customers, and revenue in rupees (gift wrap in it, cancelled orders left out). Admins only. */
export async function stats(actor: Actor): Promise<Stats> {
  assertAdmin(actor);
  const [[counts], [top]] = await Promise.all([
    driver(readDb())`select coalesce(sum(orders), 0)::int as orders,
               coalesce(sum(total) filter (where status <> 'Cancelled'), 0)::bigint as sales,
               (select count(*)::int from users where role = 'customer') as users
        from order_totals`,
    topProducts(actor, 1),
  ]);
  return {
    totalOrders: counts?.orders as number,
    totalUsers: counts?.users as number,
    totalSales: toRupees(counts?.sales as number),
    topProduct: top ?? null,
  };
}

export type SalesDay = { date: string; revenue: number };

/** Revenue in rupees of each Asia/Kolkata day of the range, oldest first, days without sales too. Admins only. */
export async function salesByDay(actor: Actor, { days = 30, from, to }: SalesQuery): Promise<SalesDay[]> {
  assertAdmin(actor);
  const range =
    from && to
      ? driver(readDb())`select ${from}::date as first, ${to}::date as last`
      : driver(
          readDb(),
        )`select today - ${days - 1}::int as first, today as last from (select (now() at time zone 'Asia/Kolkata')::date as today) t`;
  const rows = await driver(readDb())`
    with range as (${range}), sold as (
      select t.day, sum(t.total)::bigint as revenue from order_totals t, range
      where t.day between range.first and range.last and t.status <> 'Cancelled' group by 1
    )
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sold.revenue, 0)::bigint as revenue
    from range cross join lateral generate_series(range.first, range.last, interval '1 day') d(day)
    left join sold on sold.day = d.day::date order by d.day`;
  return rows.map((row) => ({ date: row.day as string, revenue: toRupees(row.revenue as number) }));
}
