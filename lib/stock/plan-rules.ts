import { dayText, formatTime, indiaDay, isoWeekday } from "@/lib/dates";
import { AppError, invalid } from "@/lib/errors";
import { deliveryDays, festivalState, isInSpan, momentOf, windowsOn } from "@/lib/settings/calendar";
import type { SettingValues } from "@/lib/settings/schema";
import type { JsonPlan, Plan, PlanDay, SweetPlan } from "./load-plans";

/*
 * What a day can promise, as pure functions: they read no clock and no database. Units are the smallest of a sweet's packs.
 */

const DAY_MS = 24 * 60 * 60 * 1000;

type Calendar = Pick<SettingValues, "windows" | "festivals">;

/** The units of a weekday's plan for a day; 0 without a plan. */
export const weekUnits = (plan: Pick<Plan, "week"> | null, day: string): number => plan?.week[isoWeekday(day) - 1] ?? 0;

/** A day without a row of its own. */
export const emptyDay = (plan: Pick<Plan, "week"> | null, day: string): PlanDay => ({
  day,
  capacity: weekUnits(plan, day),
  isOwn: false,
  above: 0,
  held: 0,
  ordered: 0,
  made: null,
  firstMadeAt: null,
  short: 0,
  restGrams: 0,
});

/** A day of a sweet's plan. */
export const dayOf = ({ plan, days }: SweetPlan, day: string): PlanDay => days.get(day) ?? emptyDay(plan, day);

/** What `planColumn` has read. */
export const toPlan = (sweetId: number, plan: JsonPlan): SweetPlan => ({
  sweetId,
  plan,
  days: new Map(plan.days.map((day) => [day.day, { ...emptyDay(plan, day.day), ...day }])),
});

export const promisedOf = ({ held, ordered }: Pick<PlanDay, "held" | "ordered">): number => held + ordered;

/** Units that have been taken out of stock for a day after its first batch. */
export const setAsideOf = (day: PlanDay): number => (day.made === null ? 0 : promisedOf(day) - day.short);

/** Units that can still be promised before the first batch, whatever the time is. */
export const freeOf = (day: PlanDay): number => (day.made === null ? Math.max(0, day.capacity - promisedOf(day)) : 0);

/** The instant, in milliseconds since 1970, until which orders for a day are taken by its plan. */
export const orderByOf = ({ orderByDays, orderByTime }: Plan, day: string): number =>
  momentOf(day, orderByTime) - orderByDays * DAY_MS;

/** Whether a day of a sweet can be ordered, and if not, since when or from when. Instants in milliseconds since 1970. */
export type Opening =
  | { state: "open"; orderBy: number }
  | { state: "closed"; at: number }
  | { state: "before"; at: number }
  | { state: "not bookable" };

/**
 * Whether a day of planned sweets is open. On a festival's days its sweets follow the festival's opening and closing too. What the day says
 * for all of them is found once.
 */
function openingsOn(day: string, { windows, festivals }: Calendar, now: Date): (sweet: SweetPlan) => Opening {
  const isPossible = day >= indiaDay(now) && windowsOn(windows, day).length > 0;
  const isNear = isInSpan(day, windows, now);
  const ofDay = festivals.filter(({ days }) => days.includes(day));
  return ({ sweetId, plan, days }) => {
    const own = ofDay.filter(({ sweets }) => sweets.includes(sweetId));
    if (!isPossible || (!isNear && own.length === 0)) return { state: "not bookable" };
    const open = own.filter((festival) => festivalState(festival, now) === "open");
    if (own.length > 0 && open.length === 0) {
      const next = own.filter((festival) => festivalState(festival, now) === "before");
      return next.length > 0
        ? { state: "before", at: Math.min(...next.map(({ opensAt }) => Date.parse(opensAt))) }
        : { state: "closed", at: Math.max(...own.map(({ closesAt }) => Date.parse(closesAt))) };
    }
    const { firstMadeAt = null, made = null } = days.get(day) ?? {};
    const orderBy = plan ? orderByOf(plan, day) : Number.NEGATIVE_INFINITY;
    const closings = open.map(({ closesAt }) => Date.parse(closesAt));
    const until = closings.length > 0 ? Math.min(orderBy, Math.max(...closings)) : orderBy;
    if (made !== null && firstMadeAt !== null) return { state: "closed", at: Math.min(until, Date.parse(firstMadeAt)) };
    return now.getTime() < until ? { state: "open", orderBy: until } : { state: "closed", at: until };
  };
}

/** The same for one sweet. */
export const openingOf = (sweet: SweetPlan, day: string, calendar: Calendar, now: Date): Opening =>
  openingsOn(day, calendar, now)(sweet);

/** Units of planned sweets that a shopper can still order for a day. */
export function availableOn(day: string, calendar: Calendar, now: Date): (sweet: SweetPlan) => number {
  const openings = openingsOn(day, calendar, now);
  return (sweet) => (openings(sweet).state === "open" ? freeOf(dayOf(sweet, day)) : 0);
}

/** The same for one sweet. */
export const availableUnits = (sweet: SweetPlan, day: string, calendar: Calendar, now: Date): number =>
  availableOn(day, calendar, now)(sweet);

export const dayNotBookable = (path: string) => invalid(path, "This day cannot be booked. Please choose another.");

/** Throws `day_closed` or `invalid` on `path` unless the day is open. */
export function assertDayOpen(opening: Opening, day: string, path: string): void {
  if (opening.state === "not bookable") throw dayNotBookable(path);
  if (opening.state !== "open") throw dayClosed(opening, day);
}

/** The refusal of a day whose orders have closed or have not opened yet. */
export function dayClosed(opening: Opening, day: string): AppError {
  const at = opening.state === "closed" || opening.state === "before" ? new Date(opening.at) : null;
  if (opening.state === "before" && at)
    return new AppError("day_closed", `Orders for ${dayText(day)} open on ${dayText(indiaDay(at))}.`);
  const time = at && Number.isFinite(at.getTime()) ? ` at ${formatTime(at)}` : "";
  return new AppError("day_closed", `Orders for ${dayText(day)} closed${time}.`);
}

/** The refusal of more packs than a day has left; `available`: packs that could be added. */
export const shortDay = (available: number, day: string) =>
  new AppError("insufficient_stock", `Only ${available} left for ${dayText(day)}.`, { available });

/** Units of a sweet that are wanted for a day; `own`: units that the caller holds already, by day. */
export type Wanted = { sweetId: number; units: number; own: ReadonlyMap<string, number> };

/** Whether a day can serve what is wanted of a planned sweet. What the caller holds for it already needs no open day. */
export function servesDay(
  sweet: SweetPlan,
  { units, own }: Omit<Wanted, "sweetId">,
  day: string,
  calendar: Calendar,
  now: Date,
) {
  const need = units - (own.get(day) ?? 0);
  return need <= 0 || need <= availableUnits(sweet, day, calendar, now);
}

/** The days that serve everything that is wanted of planned sweets. */
export const daysServing = (
  wanted: readonly Wanted[],
  plans: ReadonlyMap<number, SweetPlan>,
  calendar: Calendar,
  now: Date,
): string[] =>
  deliveryDays(calendar, now).filter((day) =>
    wanted.every(({ sweetId, ...of }) => {
      const sweet = plans.get(sweetId);
      return sweet === undefined || servesDay(sweet, of, day, calendar, now);
    }),
  );

/**
 * Whether sweets can be ordered for a day: within the usual span always, beyond it when a festival of that day has some of them and every one that is
 * made for the day.
 */
export const isDayFor = (
  sweets: readonly { sweetId: number; isPlanned: boolean }[],
  day: string,
  { windows, festivals }: Calendar,
  now: Date,
): boolean =>
  isInSpan(day, windows, now) ||
  festivals.some(
    (festival) =>
      festival.days.includes(day) &&
      sweets.some(({ sweetId }) => festival.sweets.includes(sweetId)) &&
      sweets.every(({ sweetId, isPlanned }) => !isPlanned || festival.sweets.includes(sweetId)),
  );

/** What a change of promises leaves of a day, and the units that go back to stock (positive) or are taken out of it. */
export function changeDay(day: PlanDay, change: { held?: number; ordered?: number }): { next: PlanDay; delta: number } {
  const { held = 0, ordered = 0 } = change;
  const next = { ...day, held: day.held + held, ordered: day.ordered + ordered };
  const promised = promisedOf(next);
  if (day.made === null)
    return { next: { ...next, above: Math.max(0, Math.min(day.above, promised - day.capacity)) }, delta: 0 };
  const units = held + ordered;
  // What is given back was set aside as far as anything is; what is short then gets it first (fillShort).
  const delta = units < 0 ? Math.min(-units, setAsideOf(day)) : -units;
  return { next: { ...next, short: promised - (setAsideOf(day) - delta) }, delta };
}

/** What was made: units, or the grams that the scale has shown; negative to correct what was entered. */
export type Batch = { units?: number; grams?: number };

/**
 * The units made for a day after a batch. A batch by weight is added to the rest of those before it: whole units count, and the grams left
 * over are the new rest. `made` is negative when more is taken back than was made. Throws `invalid` for a weight when the sweet is sold by
 * the piece.
 */
export function withBatch(day: PlanDay, { units = 0, grams }: Batch, unitGrams: number | null) {
  const before = day.made ?? 0;
  if (grams === undefined) return { made: before + units, units, restGrams: day.restGrams };
  if (unitGrams === null) throw invalid("grams", "This sweet is sold by the piece.");
  const weight = before * unitGrams + day.restGrams + grams;
  // The tolerance is for units that weigh a fraction of a gram.
  const made = Math.floor(weight / unitGrams + 1e-9);
  return { made, units: made - before, restGrams: Math.max(0, Math.round(weight - made * unitGrams)) };
}

/** A first batch this many times as large as the plan is asked about. */
export const isFarAbove = ({ capacity }: Pick<PlanDay, "capacity">, units: number): boolean => units > 2 * capacity;

/**
 * A day whose batches were taken back: its plan is open again, and has what is promised, also above its capacity. A capacity that is not the
 * day's own is that of the week as it is now.
 */
export function reopened({ plan }: SweetPlan, day: PlanDay): PlanDay {
  const isOwn = day.isOwn && plan !== null;
  const capacity = isOwn ? day.capacity : weekUnits(plan, day.day);
  const above = Math.max(0, promisedOf(day) - capacity);
  return { ...day, capacity, isOwn, above, made: null, firstMadeAt: null, short: 0 };
}
