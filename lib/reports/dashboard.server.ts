import { driver, readDb } from "@/db/client";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { toRupees } from "@/lib/money";

/** What the owner looks at first each morning. Money in rupees, days of Asia/Kolkata. */
export type DashboardSummary = {
  pending: number;
  processing: number;
  low: number;
  out: number;
  /** The sweets that run out first, sold out ones before low ones. */
  short: { id: number; name: string; quantity: number }[];
  enquiries: number;
  /** Sweets that the seed made and nobody has saved since. */
  sampleSweets: number;
  today: number;
  /** The same weekday before: its whole revenue, and what it was by this time of the day. */
  before: { whole: number; byNow: number };
};

/** Sweets named in the morning view. */
const SHORT = 6;

/** Orders waiting, short sweets, open enquiries, and today's revenue against the same weekday before. Admins only. */
export async function dashboardSummary(actor: Actor): Promise<DashboardSummary> {
  assertAdmin(actor);
  const [[counts], short] = await Promise.all([
    driver(readDb())`
      with day as (
        select date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata' as start
      )
      select
        (select coalesce(sum(orders), 0)::int from order_totals where status = 'Pending') as pending,
        (select coalesce(sum(orders), 0)::int from order_totals where status = 'Processing') as processing,
        (select count(*)::int from sweets where deleted_at is null and low and quantity > 0) as low,
        (select count(*)::int from sweets where deleted_at is null and low and quantity = 0) as out,
        (select count(*)::int from enquiries where done_at is null) as enquiries,
        (select count(*)::int from sweets where deleted_at is null and sample) as samples,
        (select coalesce(sum(total), 0)::bigint from orders, day
          where created_at >= start and status <> 'Cancelled') as today,
        (select coalesce(sum(total), 0)::bigint from orders, day
          where created_at >= start - interval '7 days' and created_at < start - interval '6 days' and status <> 'Cancelled') as whole,
        (select coalesce(sum(total), 0)::bigint from orders, day
          where created_at >= start - interval '7 days' and created_at < now() - interval '7 days' and status <> 'Cancelled') as by_now`,
    driver(readDb())`
      select id, name, quantity from sweets where deleted_at is null and low
      order by quantity, id limit ${SHORT}`,
  ]);
  return {
    pending: counts?.pending as number,
    processing: counts?.processing as number,
    low: counts?.low as number,
    out: counts?.out as number,
    short: short.map((row) => ({ id: row.id as number, name: row.name as string, quantity: row.quantity as number })),
    enquiries: counts?.enquiries as number,
    sampleSweets: counts?.samples as number,
    today: toRupees(counts?.today as number),
    before: { whole: toRupees(counts?.whole as number), byNow: toRupees(counts?.by_now as number) },
  };
}
