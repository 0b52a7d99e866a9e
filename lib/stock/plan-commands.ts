import { and, eq, gte, isNull, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { planDays, plans, sweets } from "@/db/schema";
import { anyOf, inTransaction, together } from "@/db/transaction";
import type { May } from "@/lib/auth/actor";
import { type AuditEntry, recordAudit } from "@/lib/auth/audit-log";
import { shopNow } from "@/lib/clock";
import { addDays, dayText, indiaDay } from "@/lib/dates";
import { AppError, invalid, notFound } from "@/lib/errors";
import { releaseExpired } from "./expired";
import { loadPlans, type PlanDay, unitGrams } from "./load-plans";
import { lockSweets } from "./moves";
import { MAX_DAYS_AHEAD } from "./plan-constants";
import { readPlan, toEntry } from "./plan-queries";
import type { PlanDayEntry, PlanRow, SavedDay } from "./plan-responses";
import { dayOf, promisedOf, weekUnits } from "./plan-rules";
import type { DayChange, PlanInput } from "./plan-schema";
import { amountText, promisedText } from "./plan-texts";
import { readShortOrders } from "./short-orders";

export const notPlanned = () => notFound("This sweet is not made for the day.");

type Promised = { productId?: number; day: string; promised: number };

/** The refusal of capacities below what is promised, unless the owner forces them. `grams`: of a unit of the first day's sweet. */
function belowPromised(days: readonly Promised[], grams: number | null, extra: { promised?: number } = {}): AppError {
  const [first] = days;
  const text = first ? promisedText(first, grams) : "";
  return new AppError("below_promised", `More is promised than that. ${text}`.trim(), { days: [...days], ...extra });
}

type Change = { productId: number; before: PlanDay; next: PlanDay };
const isLoweredBelow = ({ before, next }: Change) => isBelow(next) && next.capacity < before.capacity;

/** Stores the capacities of days of locked sweets. One statement, since a month of all sweets is thousands of days. */
const saveCapacities = async (tx: Executor, changes: readonly Change[]) =>
  changes.length > 0 &&
  tx
    .insert(planDays)
    .values(
      changes.map(({ productId, next: { day, capacity, isOwn, above } }) => ({
        sweetId: productId,
        day,
        capacity,
        isOwn,
        above,
      })),
    )
    .onConflictDoUpdate({
      target: [planDays.sweetId, planDays.day],
      set: { capacity: sql`excluded.capacity`, isOwn: sql`excluded.is_own`, above: sql`excluded.above` },
    });

/** A day with another capacity. What is promised above it stays, and nothing more is promised then. */
const withCapacity = (day: PlanDay, capacity: number, isOwn: boolean): PlanDay => ({
  ...day,
  capacity,
  isOwn,
  above: day.made === null ? Math.max(0, promisedOf(day) - capacity) : day.above,
});

const isBelow = (day: PlanDay): boolean => day.made === null && promisedOf(day) > day.capacity;
const promisedOn = (days: readonly PlanDay[]): Promised[] =>
  days.map((day) => ({ day: day.day, promised: promisedOf(day) }));

const planned = (sweetId: number) => ({ noun: "plans", nounId: sweetId }) as const;

/** For each sweet one entry of the days whose numbers have changed, in kilograms or pieces. */
const daysChanged = (
  sold: Sold,
  changes: readonly { productId: number; before: PlanDay; next: PlanDay }[],
): AuditEntry[] =>
  [...sold].flatMap(([id, { name, unitGrams }]): AuditEntry[] => {
    const own = changes
      .filter(
        ({ productId, before, next }) =>
          productId === id && (before.capacity !== next.capacity || before.isOwn !== next.isOwn),
      )
      .map(({ before, next }) => ({
        day: next.day,
        from: amountText(before.capacity, unitGrams),
        to: amountText(next.capacity, unitGrams),
      }));
    const days = own.map(({ day, from, to }) => `${day} from ${from} to ${to}`);
    const named = days.slice(0, 3).join(", ") + (days.length > 3 ? ` and ${days.length - 3} days more` : "");
    const fields = own.map(({ day, from, to }): [string, [string, string]] => [day, [from, to]]);
    const text = `changed the plan of ${name}: ${named}`;
    return own.length === 0 ? [] : [{ ...planned(id), action: "set days", text, changes: Object.fromEntries(fields) }];
  });

/** What is said of sweets, by their ids. */
type Sold = ReadonlyMap<number, { name: string; unitGrams: number | null }>;

/** Locks sweets that are sold, and gives back what expired holds have of them. Throws `not_found`. */
async function lockSold(tx: Executor, sweetIds: readonly number[]): Promise<Sold> {
  const [, sold] = await together(
    lockSweets(tx, sweetIds),
    tx
      .select({ id: sweets.id, name: sweets.name, unitGrams })
      .from(sweets)
      .where(and(anyOf(sweets.id, sweetIds), isNull(sweets.deletedAt))),
  );
  if (sold.length < new Set(sweetIds).size) throw notFound("Sweet not found.");
  await releaseExpired(tx, sweetIds);
  return new Map(sold.map(({ id, ...sweet }) => [id, sweet]));
}

/**
 * Sets a sweet's week and order-by time: days without a number of their own follow. Throws `not_found`, and `below_promised` with the days
 * on which more is promised, unless `force` is set. Locks: the sweet, its expired lines.
 */
export async function savePlan(
  actor: May<"plans:write">,
  sweetId: number,
  { week, orderBy, force }: PlanInput,
  db: Executor,
  now = shopNow(),
): Promise<PlanRow> {
  const today = indiaDay(now);
  const row = { week: Object.values(week), orderByDays: orderBy.days, orderByTime: orderBy.time };
  await inTransaction(db, async (tx) => {
    const sold = await lockSold(tx, [sweetId]);
    const grams = sold.get(sweetId)?.unitGrams ?? null;
    const amounts = (week: readonly number[]) => week.map((units) => amountText(units, grams));
    const found = (await loadPlans(tx, [sweetId], today, addDays(today, MAX_DAYS_AHEAD))).get(sweetId);
    const changed = [...(found?.days.values() ?? [])]
      .filter(({ isOwn, made }) => !isOwn && made === null)
      .map((before) => ({
        productId: sweetId,
        before,
        next: withCapacity(before, weekUnits(row, before.day), false),
      }))
      .filter(({ before, next }) => before.capacity !== next.capacity);
    const below = changed.filter(isLoweredBelow);
    if (below.length > 0 && !force) throw belowPromised(promisedOn(below.map(({ next }) => next)), grams);
    await tx
      .insert(plans)
      .values({ sweetId, ...row })
      .onConflictDoUpdate({ target: plans.sweetId, set: { ...row, updatedAt: sql`now()` } });
    await saveCapacities(tx, changed);
    await recordAudit(tx, actor, {
      ...planned(sweetId),
      action: "save",
      text: `saved the week of ${sold.get(sweetId)?.name}`,
      changes: { week: [found?.plan ? amounts(found.plan.week) : null, amounts(row.week)] },
    });
  });
  return readPlan(sweetId, db, now);
}

/**
 * Ends a sweet's plan. Days with batches, and days before today with promises, stay. Throws `not_found` without a plan, and
 * `below_promised` while a coming day has promises. Locks: the sweet, its expired lines.
 */
export async function endPlan(
  actor: May<"plans:write">,
  sweetId: number,
  db: Executor,
  now = shopNow(),
): Promise<void> {
  const today = indiaDay(now);
  await inTransaction(db, async (tx) => {
    const sold = await lockSold(tx, [sweetId]);
    const sweet = (await loadPlans(tx, [sweetId], today, addDays(today, MAX_DAYS_AHEAD))).get(sweetId);
    if (!sweet?.plan) throw notPlanned();
    const promised = [...sweet.days.values()].filter((day) => day.made === null && promisedOf(day) > 0);
    if (promised.length > 0) throw belowPromised(promisedOn(promised), sold.get(sweetId)?.unitGrams ?? null);
    await removePlan(tx, sweetId);
    await recordAudit(tx, actor, {
      ...planned(sweetId),
      action: "end",
      text: `ended the plan of ${sold.get(sweetId)?.name}`,
    });
  });
}

/** Removes the plan of a locked sweet. Days with promises or a batch stay, closed. */
export async function removePlan(tx: Executor, sweetId: number): Promise<void> {
  await together(
    tx.delete(plans).where(eq(plans.sweetId, sweetId)),
    tx.delete(planDays).where(and(eq(planDays.sweetId, sweetId), sql`held + ordered = 0`, isNull(planDays.made))),
  );
}

export type DayUpdate = Omit<DayChange, "from"> & Partial<Pick<DayChange, "from">>;

/**
 * Gives days numbers of their own, all or none; null goes back to the week. A day whose own number is no longer `from` was changed by
 * somebody else and stays. Returns the days as they are then. Throws:
 * - `not_found` for a sweet without a plan
 * - `invalid` for a day that is over or more than two years away
 * - `below_promised`, unless `force` is set
 * Locks: the sweets by id, their expired lines.
 */
export async function setDays(
  actor: May<"plans:write">,
  numbers: readonly DayUpdate[],
  force: boolean,
  db: Executor,
  now = shopNow(),
): Promise<SavedDay[]> {
  const today = indiaDay(now);
  const ids = [...new Set(numbers.map(({ productId }) => productId))];
  const days = numbers.map(({ day }) => day).sort();
  const [first = today, last = today] = [days[0], days.at(-1)];
  if (first < today) throw invalid("day", "This day is over.");
  if (last > addDays(today, MAX_DAYS_AHEAD)) throw invalid("day", "This day is too far away.");
  return inTransaction(db, async (tx) => {
    const sold = await lockSold(tx, ids);
    const found = await loadPlans(tx, ids, first, last);
    const changes = numbers.map(({ productId, day, capacity, from }) => {
      const sweet = found.get(productId);
      if (!sweet?.plan) throw notPlanned();
      const before = dayOf(sweet, day);
      const isChanged = from !== undefined && from !== (before.isOwn ? before.capacity : null);
      if (isChanged) return { productId, before, next: before };
      const next = withCapacity(before, capacity ?? weekUnits(sweet.plan, day), capacity !== null);
      return { productId, before, next };
    });
    const below = changes
      .filter(isLoweredBelow)
      .map(({ productId, next }) => ({ productId, day: next.day, promised: promisedOf(next) }));
    const [lowest] = below;
    if (lowest && !force)
      throw belowPromised(below, sold.get(lowest.productId)?.unitGrams ?? null, { promised: lowest.promised });
    await saveCapacities(
      tx,
      changes.filter(({ before, next }) => next !== before),
    );
    await recordAudit(tx, actor, ...daysChanged(sold, changes));
    const short = await readShortOrders(tx, first, last);
    return changes.map(({ productId, next }) => ({ productId, ...toEntry(productId, next, short) }));
  });
}

/** The same for one day. */
export async function setDay(
  actor: May<"plans:write">,
  { force, ...number }: { productId: number; day: string; capacity: number | null; force: boolean },
  db: Executor,
  now = shopNow(),
): Promise<PlanDayEntry> {
  const [saved] = await setDays(actor, [number], force, db, now);
  const { productId: _, ...entry } = saved as SavedDay;
  return entry;
}

/**
 * Counts the plan of a locked sweet in another unit: `now` new units are `before` old ones. Promises are whole packs, so they stay whole.
 * Throws `invalid` when a batch does not.
 */
export async function countPlansAnew(
  tx: Executor,
  sweetId: number,
  { now, before }: { now: number; before: number },
): Promise<void> {
  const scaled = (column: string) => sql.raw(`(${column}::bigint * ${now} / ${before})::int`);
  const [uneven] = await tx
    .select({ day: planDays.day })
    .from(planDays)
    .where(
      and(
        eq(planDays.sweetId, sweetId),
        sql`(made::bigint * ${now} % ${before} <> 0 or short::bigint * ${now} % ${before} <> 0)`,
      ),
    )
    .limit(1);
  if (uneven) throw invalid("packs", `What was made for ${dayText(uneven.day)} cannot be counted in this unit.`);
  await together(
    tx
      .update(plans)
      .set({ week: sql.raw(`array(select (units::bigint * ${now} / ${before})::int from unnest(week) units)`) })
      .where(eq(plans.sweetId, sweetId)),
    tx
      .update(planDays)
      .set({
        held: scaled("held"),
        ordered: scaled("ordered"),
        made: scaled("made"),
        short: scaled("short"),
        capacity: scaled("capacity"),
        // Rounding a capacity down takes back no promise.
        above: sql.raw(
          `greatest(0, ((held + ordered)::bigint * ${now} / ${before})::int - (capacity::bigint * ${now} / ${before})::int)`,
        ),
      })
      .where(and(eq(planDays.sweetId, sweetId), gte(planDays.capacity, 0))),
  );
}
