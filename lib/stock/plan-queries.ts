import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Executor, readDb } from "@/db/client";
import { plans, sweets } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { addDays, indiaDay } from "@/lib/dates";
import { notFound } from "@/lib/errors";
import { loadAllPlans, loadPlans, type Plan, type PlanDay, planIn, type SweetPlan, unitGrams } from "./load-plans";
import type { PlanDayEntry, PlanRow } from "./plan-responses";
import { dayOf } from "./plan-rules";
import { plansQuery, spanOf } from "./plan-schema";
import { readShortOrders, type ShortOrders } from "./short-orders";

/** A plan's week as the API has it: by the weekday's number. */
const weekOf = ({ week }: Plan) => Object.fromEntries(week.map((units, at) => [String(at + 1), units]));

/** A day of a plan as the API answers it. */
export const toEntry = (sweetId: number, day: PlanDay, short: ShortOrders): PlanDayEntry => ({
  day: day.day,
  capacity: day.capacity,
  own: day.isOwn,
  held: day.held,
  ordered: day.ordered,
  made: day.made,
  short: day.short,
  restGrams: day.restGrams,
  shortOrders: short.get(`${sweetId} ${day.day}`) ?? [],
});

const toRow = (
  { name, unitGrams }: { name: string; unitGrams: number | null },
  sweet: SweetPlan,
  days: readonly string[],
  short: ShortOrders,
): PlanRow => ({
  productId: sweet.sweetId,
  name,
  unitGrams,
  week: sweet.plan && weekOf(sweet.plan),
  orderBy: sweet.plan && { days: sweet.plan.orderByDays, time: sweet.plan.orderByTime },
  days: days.map((day) => toEntry(sweet.sweetId, dayOf(sweet, day), short)),
});

/** The days from one to another. */
export const daysBetween = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};

/** Sweets by their names, with what one unit of them weighs: that part of the default pack. */
const selectNames = (db: Executor, ids: readonly number[]) =>
  db
    .select({
      id: sweets.id,
      name: sweets.name,
      unitGrams,
    })
    .from(sweets)
    .where(inArray(sweets.id, [...ids]))
    .orderBy(asc(sql`lower(${sweets.name})`), asc(sweets.id));

/**
 * Every planned sweet with its days in a span, and sweets whose planning has ended but that have promises or batches in it.
 */
export async function readPlans(
  _actor: May<"plans:read">,
  query: z.output<typeof plansQuery> = {},
  db = readDb(),
  now = shopNow(),
): Promise<PlanRow[]> {
  const { from, to } = spanOf(query, now);
  const [found, short] = await Promise.all([loadAllPlans(db, from, to), readShortOrders(db, from, to)]);
  const shown = [...found.values()].filter(
    ({ plan, days }) =>
      plan || [...days.values()].some(({ held, ordered, made }) => held + ordered > 0 || made !== null),
  );
  if (shown.length === 0) return [];
  const names = await selectNames(
    db,
    shown.map(({ sweetId }) => sweetId),
  );
  const days = daysBetween(from, to);
  return names.flatMap(({ id, ...name }) => {
    const sweet = found.get(id);
    return sweet ? [toRow(name, sweet, days, short)] : [];
  });
}

/** One sweet's row, a week from today. Throws `not_found`. */
export async function readPlan(sweetId: number, db: Executor, now = shopNow()): Promise<PlanRow> {
  const { from, to } = spanOf(plansQuery.parse({}), now);
  const [[name], plans, short] = await Promise.all([
    selectNames(db, [sweetId]),
    loadPlans(db, [sweetId], from, to),
    readShortOrders(db, from, to),
  ]);
  const sweet = plans.get(sweetId);
  if (!name || !sweet) throw notFound("This sweet is not made for the day.");
  return toRow(name, sweet, daysBetween(from, to), short);
}

/** A day of a sweet's plan as the API answers it. */
export async function readPlanDay(sweetId: number, day: string, db: Executor): Promise<PlanDayEntry> {
  const [plans, short] = await Promise.all([loadPlans(db, [sweetId], day), readShortOrders(db, day, day)]);
  return toEntry(sweetId, dayOf(planIn(plans, sweetId), day), short);
}

/** Sweets on sale that are not made for the day, by their names. */
export async function listUnplanned(_actor: May<"plans:read">, db = readDb()): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: sweets.id, name: sweets.name })
    .from(sweets)
    .leftJoin(plans, eq(plans.sweetId, sweets.id))
    .where(and(isNull(sweets.deletedAt), isNull(plans.sweetId)))
    .orderBy(asc(sql`lower(${sweets.name})`), asc(sweets.id));
}

/** A sweet with its plan as its form has it; `plan` is null when it has none. Throws `not_found`. */
export async function editablePlan(_actor: May<"plans:read">, sweetId: number, db = readDb()) {
  const [[sweet], found] = await Promise.all([
    selectNames(db, [sweetId]),
    loadPlans(db, [sweetId], indiaDay(shopNow())),
  ]);
  if (!sweet) throw notFound("Sweet not found.");
  return { ...sweet, plan: found.get(sweetId)?.plan ?? null };
}
