import { and, asc, eq, gte, isNull, lt, ne, not, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { enquiries, orders, orderTotals, sweets } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { packsInStock, toPacks } from "@/lib/catalogue/packs";
import { anyPackLeft, defaultPacksLeft, packsOnSale } from "@/lib/catalogue/select";
import { recordedUntil, shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { readReport } from "@/lib/http/heavy-reads";
import { toRupees } from "@/lib/money";
import { momentOf } from "@/lib/settings/calendar";

/** Sweets that the dashboard names. */
const NAMED_SWEETS = 6;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Revenue in paise of the orders from one time up to another. */
const revenue = (db: Executor, from: SQL, to?: SQL) =>
  sql<number>`${db
    .select({ total: sql`coalesce(sum(${orders.total}), 0)::bigint` })
    .from(orders)
    .where(and(gte(orders.createdAt, from), to && lt(orders.createdAt, to), ne(orders.status, "Cancelled")))}`;

const ordersWith = (status: "Pending" | "Processing") =>
  sql<number>`coalesce(sum(${orderTotals.orders}) filter (where ${eq(orderTotals.status, status)}), 0)::int`;

function selectFigures(db: Executor) {
  const onSale = isNull(sweets.deletedAt);
  const now = shopNow();
  const midnight = momentOf(indiaDay(now), "00:00");
  const recorded = (moment: number, daysAgo = 0) =>
    sql`${recordedUntil(new Date(moment - daysAgo * DAY_MS)).toISOString()}::timestamptz`;
  return db
    .select({
      pending: ordersWith("Pending"),
      processing: ordersWith("Processing"),
      low: db.$count(sweets, and(onSale, sweets.low, anyPackLeft)),
      out: db.$count(sweets, and(onSale, sweets.low, not(anyPackLeft))),
      /** Enquiries that are not marked as done. */
      enquiries: db.$count(enquiries, isNull(enquiries.doneAt)),
      today: revenue(db, recorded(midnight)),
      lastWeek: revenue(db, recorded(midnight, 7), recorded(midnight, 6)),
      lastWeekByNow: revenue(db, recorded(midnight, 7), recorded(now.getTime(), 7)),
    })
    .from(orderTotals);
}

const selectRunningOut = (db: Executor) =>
  db
    .select({ id: sweets.id, name: sweets.name, quantity: defaultPacksLeft, stock: sweets.stock, packs: packsOnSale })
    .from(sweets)
    .where(and(isNull(sweets.deletedAt), sweets.low))
    .orderBy(asc(defaultPacksLeft), asc(anyPackLeft), asc(sweets.id))
    .limit(NAMED_SWEETS);

/**
 * Waiting orders, low stock, open enquiries, and today's revenue beside the same weekday a week ago. Money in rupees, days of
 * Asia/Kolkata.
 */
export async function dashboardSummary(_actor: May<"reports:read">, db?: Executor) {
  const read = async (db: Executor) => [await selectFigures(db), await selectRunningOut(db)] as const;
  const [[figures], runningOut] = await readReport(read, db);
  if (!figures) throw new Error("The dashboard's figures are missing");
  const { today, lastWeek, lastWeekByNow, ...counts } = figures;
  return {
    ...counts,
    /** Sweets with low stock, the sold out ones first. A sweet without a default pack may have a smaller one left. */
    runningOut: runningOut.map(({ stock, packs, ...sweet }) => ({
      ...sweet,
      packs: toPacks(packs, (pack) => packsInStock(pack, { stock })),
    })),
    revenueToday: toRupees(today),
    /** Revenue of the same weekday a week ago: of the whole day, and up to this time of the day. */
    lastWeek: { total: toRupees(lastWeek), byNow: toRupees(lastWeekByNow) },
  };
}
export type DashboardSummary = Awaited<ReturnType<typeof dashboardSummary>>;
