import { and, asc, between, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Executor } from "@/db/client";
import { startOfDay } from "@/db/moment";
import { planDays, plans, stockLedger, sweets } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { readReport } from "@/lib/http/heavy-reads";
import { unitGrams } from "@/lib/stock/load-plans";
import { type plansQuery, spanOf } from "@/lib/stock/plan-schema";
import type { planReportResponse } from "./responses";

/** What became of a sweet on a day, in its units, with what one of them weighs. */
export type PlanReportRow = z.infer<typeof planReportResponse>[number] & { unitGrams: number | null };
export type PlanTotals = Omit<PlanReportRow, "day">;

type PlansQuery = z.output<typeof plansQuery>;

/**
 * Sweets × days of a span, as `rows` of a statement: of sweets that are planned, or have promises, a batch or waste in it. `isShown` says whether
 * that is so on the day. One statement is one snapshot, so that the stock of now goes with its ledger.
 */
function reportRows(db: Executor, from: string, to: string) {
  const [start, end] = [startOfDay(sql`${from}::date`), startOfDay(sql`${to}::date + 1`)];
  const units = (condition: SQL) =>
    sql<number>`coalesce(-sum(${stockLedger.delta}) filter (where ${condition}), 0)::int`;
  const moved = db.$with("moved").as(
    db
      .select({
        sweetId: stockLedger.sweetId,
        day: sql`kolkata_day(${stockLedger.at})`.as("moved_day"),
        sold: units(
          sql`${stockLedger.reason} in ('order', 'purchase', 'cancel', 'reinstate') and ${stockLedger.day} is null`,
        ).as("moved_sold"),
        wasted: units(sql`${stockLedger.reason} = 'waste'`).as("moved_wasted"),
        delta: sql<number>`sum(${stockLedger.delta})::int`.as("moved_units"),
      })
      .from(stockLedger)
      .where(and(gte(stockLedger.at, start), lt(stockLedger.at, end)))
      .groupBy(sql`1`, sql`2`),
  );
  const after = db.$with("after").as(
    db
      .select({ sweetId: stockLedger.sweetId, units: sql<number>`sum(${stockLedger.delta})::int`.as("units_after") })
      .from(stockLedger)
      .where(gte(stockLedger.at, end))
      .groupBy(stockLedger.sweetId),
  );
  const day = sql<string>`span.day::date`;
  const isInSpan = between(planDays.day, sql`${from}::date`, sql`${to}::date`);
  const wasted = sql<number>`coalesce(${moved.wasted}, 0)`;
  // What moved on later days: the stock at the end of a day is that at the end of the span without it.
  const later = sql`coalesce(sum(${moved.delta})
    over (partition by ${sweets.id} order by ${day} desc rows between unbounded preceding and 1 preceding), 0)`;
  const rows = db.$with("rows").as(
    db
      .select({
        day: day.as("row_day"),
        productId: sweets.id,
        name: sweets.name,
        unitGrams: unitGrams.as("unit_grams"),
        promised: sql<number>`coalesce(${planDays.held} + ${planDays.ordered}, 0)`.as("promised"),
        made: sql<number>`coalesce(${planDays.made}, 0)`.as("units_made"),
        sold: sql<number>`coalesce(${planDays.ordered}, 0) + coalesce(${moved.sold}, 0)`.as("sold"),
        wasted: wasted.as("wasted"),
        left: sql<number>`(${sweets.stock} - coalesce(${after.units}, 0) - ${later})::int`.as("left_units"),
        isShown: sql<boolean>`(${planDays.sweetId} is not null or ${wasted} > 0
          or coalesce(${plans.week}[extract(isodow from ${day})::int], 0) > 0)`.as("is_shown"),
      })
      .from(sweets)
      .crossJoin(sql`generate_series(${from}::date, ${to}::date, interval '1 day') as span(day)`)
      .leftJoin(plans, eq(plans.sweetId, sweets.id))
      .leftJoin(planDays, and(eq(planDays.sweetId, sweets.id), isInSpan, eq(planDays.day, day)))
      .leftJoin(moved, and(eq(moved.sweetId, sweets.id), eq(moved.day, day)))
      .leftJoin(after, eq(after.sweetId, sweets.id))
      .where(
        sql`${sweets.id} in (
          select ${plans.sweetId} from ${plans}
          union all select ${planDays.sweetId} from ${planDays} where ${isInSpan}
          union all select ${moved.sweetId} from ${moved} where ${moved.wasted} > 0)`,
      ),
  );
  return { rows, from: db.with(moved, after, rows) };
}

/**
 * What was promised, made, sold, thrown away and left of each sweet on each day of a span, in its units: of sweets that are planned for the
 * day, or have promises, a batch or waste on it. Sold is what left for customers: what is ordered of the day's plan, and the sales from stock
 * on that day. Left is the stock at its end. A change of the sweet's unit counts plans anew, but not what is older in the ledger.
 */
export async function plansByDay(_actor: May<"reports:read">, query: PlansQuery): Promise<PlanReportRow[]> {
  const span = spanOf(query, shopNow());
  return readReport((db) => {
    const { rows, from } = reportRows(db, span.from, span.to);
    const { productId, name, unitGrams, promised, made, sold, wasted, left } = rows;
    return from
      .select({ day: sql<string>`${rows.day}::text`, productId, name, unitGrams, promised, made, sold, wasted, left })
      .from(rows)
      .where(sql`${rows.isShown}`)
      .orderBy(asc(rows.day), sql`lower(${rows.name})`, asc(rows.productId));
  });
}

/** The sums of the same rows, by sweet; left is that of its last day. */
export async function plansBySweet(_actor: May<"reports:read">, query: PlansQuery): Promise<PlanTotals[]> {
  const span = spanOf(query, shopNow());
  return readReport((db) => {
    const { rows, from } = reportRows(db, span.from, span.to);
    const sum = (column: SQL.Aliased<number>) => sql<number>`sum(${column})::int`;
    return from
      .select({
        productId: rows.productId,
        name: rows.name,
        unitGrams: rows.unitGrams,
        promised: sum(rows.promised),
        made: sum(rows.made),
        sold: sum(rows.sold),
        wasted: sum(rows.wasted),
        left: sql<number>`(array_agg(${rows.left} order by ${desc(rows.day)}))[1]`,
      })
      .from(rows)
      .where(sql`${rows.isShown}`)
      .groupBy(rows.productId, rows.name, rows.unitGrams)
      .orderBy(sql`lower(${rows.name})`, asc(rows.productId));
  });
}
