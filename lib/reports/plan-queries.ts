import { and, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Executor, readDb } from "@/db/client";
import { startOfDay } from "@/db/moment";
import { stockLedger, sweets } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { loadAllPlans, planIn, unitGrams } from "@/lib/plans/load";
import { daysBetween } from "@/lib/plans/queries";
import { dayOf, promisedOf } from "@/lib/plans/rules";
import { type plansQuery, spanOf } from "@/lib/plans/schema";
import type { planReportResponse } from "./responses";

/** What became of a sweet on a day, in its units, with what one of them weighs. */
export type PlanReportRow = z.infer<typeof planReportResponse>[number] & { unitGrams: number | null };

/**
 * Sweets with the stock at the end of a span of days, and what moved in it on each day. One statement is one snapshot, so that the stock of
 * now goes with its ledger.
 */
function selectMoved(db: Executor, ids: number[], from: string, to: string) {
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
        ).as("sold"),
        wasted: units(sql`${stockLedger.reason} = 'waste'`).as("wasted"),
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
  return db
    .with(moved, after)
    .select({
      productId: sweets.id,
      name: sweets.name,
      unitGrams,
      left: sql<number>`${sweets.stock} - coalesce(${after.units}, 0)`,
      day: sql<string | null>`${moved.day}::text`,
      sold: moved.sold,
      wasted: moved.wasted,
      delta: moved.delta,
    })
    .from(sweets)
    .leftJoin(moved, eq(moved.sweetId, sweets.id))
    .leftJoin(after, eq(after.sweetId, sweets.id))
    .where(or(inArray(sweets.id, ids), sql`${sweets.id} in (select sweet_id from moved where wasted > 0)`))
    .orderBy(sql`lower(${sweets.name})`, sweets.id);
}

/**
 * What was promised, made, sold, thrown away and left of each sweet on each day of a span, in its units: of sweets that are planned for the
 * day, or have promises, a batch or waste on it. Sold is what left for customers: what is ordered of the day's plan, and the sales from stock
 * on that day. Left is the stock at its end. A change of the sweet's unit counts plans anew, but not what is older in the ledger. Admins only.
 */
export async function plansByDay(
  actor: Actor,
  query: z.output<typeof plansQuery>,
  db: Executor = readDb(),
  now = shopNow(),
): Promise<PlanReportRow[]> {
  assertAdmin(actor);
  const { from, to } = spanOf(query, now);
  const plans = await loadAllPlans(db, from, to);
  const sweets = new Map<number, Sweet>();
  for (const { day, delta, sold, wasted, ...sweet } of await selectMoved(db, [...plans.keys()], from, to)) {
    const known = sweets.get(sweet.productId) ?? { ...sweet, moves: new Map() };
    sweets.set(sweet.productId, known);
    if (day !== null) known.moves.set(day, { delta: delta ?? 0, sold: sold ?? 0, wasted: wasted ?? 0 });
  }
  const rowsOf = (day: string) =>
    [...sweets.values()].flatMap((sweet) => {
      const { delta, sold, wasted } = sweet.moves.get(day) ?? { delta: 0, sold: 0, wasted: 0 };
      const { left, productId, name, unitGrams } = sweet;
      sweet.left -= delta;
      const plan = planIn(plans, productId);
      const of = dayOf(plan, day);
      if (of.capacity === 0 && !plan.days.has(day) && wasted === 0) return [];
      const made = of.made ?? 0;
      return [
        { day, productId, name, unitGrams, promised: promisedOf(of), made, sold: of.ordered + sold, wasted, left },
      ];
    });
  // From the last day to the first: the stock before a day is that after it without what moved on it.
  return daysBetween(from, to).toReversed().map(rowsOf).reverse().flat();
}

type Sweet = {
  productId: number;
  name: string;
  unitGrams: number | null;
  /** The stock at the end of the day that is looked at. */
  left: number;
  moves: Map<string, { delta: number; sold: number; wasted: number }>;
};
