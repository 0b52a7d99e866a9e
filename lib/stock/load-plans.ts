import { and, between, type SQLWrapper, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { planDays, plans, sweets } from "@/db/schema";
import { anyOf, built, type IdList, idList, type Rows, together } from "@/db/transaction";
import { addDays, indiaDay } from "@/lib/dates";
import type { SettingValues } from "@/lib/settings/schema";

/** What a sweet's plan says, and its days that have a row. `plan` is null for a sweet that is not (any more) made for the day. */
export type SweetPlan = { sweetId: number; plan: Plan | null; days: ReadonlyMap<string, PlanDay> };
/** By the sweet's id; sweets that were never planned are not in it. */
export type Plans = ReadonlyMap<number, SweetPlan>;

/** A sweet's plan among those that were loaded; one that was never planned has none. */
export const planIn = (plans: Plans, sweetId: number): SweetPlan =>
  plans.get(sweetId) ?? { sweetId, plan: null, days: new Map() };

/** What one unit of a sweet weighs in grams, that part of its default pack; null when it is a piece. A column of a statement of `sweets`. */
export const unitGrams = sql<number | null>`${sweets}.net_weight_grams::float8 / ${sweets}.default_units`;

const planColumns = {
  sweetId: plans.sweetId,
  week: plans.week,
  orderByDays: plans.orderByDays,
  orderByTime: plans.orderByTime,
};
export const planDayColumns = {
  day: planDays.day,
  capacity: planDays.capacity,
  isOwn: planDays.isOwn,
  above: planDays.above,
  held: planDays.held,
  ordered: planDays.ordered,
  made: planDays.made,
  firstMadeAt: planDays.firstMadeAt,
  short: planDays.short,
  restGrams: planDays.restGrams,
};

type Span = { from: string; to: string };

const selectPlans = built((tx, { sweetIds }: { sweetIds: IdList }) =>
  tx.select(planColumns).from(plans).where(anyOf(plans.sweetId, sweetIds)),
);
const selectDays = built((tx, { sweetIds, from, to }: Span & { sweetIds: IdList }) =>
  tx
    .select({ sweetId: planDays.sweetId, ...planDayColumns })
    .from(planDays)
    .where(and(anyOf(planDays.sweetId, sweetIds), between(planDays.day, sql`${from}::date`, sql`${to}::date`))),
);
const selectAllPlans = built((tx) => tx.select(planColumns).from(plans).orderBy(plans.sweetId));
const selectAllDays = built((tx, { from, to }: Span) =>
  tx
    .select({ sweetId: planDays.sweetId, ...planDayColumns })
    .from(planDays)
    .where(between(planDays.day, sql`${from}::date`, sql`${to}::date`)),
);

export type Plan = Omit<Rows<ReturnType<typeof selectPlans>>[number], "sweetId">;
export type PlanDay = Omit<Rows<ReturnType<typeof selectDays>>[number], "sweetId">;
type PlanRows = Rows<ReturnType<typeof selectPlans>>;
type DayRows = Rows<ReturnType<typeof selectDays>>;

/** The statements of `loadPlans`, to be sent with others; `toPlans` makes its answer of their rows. */
export const selectPlansOf = (tx: Executor, sweetIds: readonly number[], from: string, to = from) => {
  const ids = idList(sweetIds);
  return [selectPlans(tx, { sweetIds: ids }), selectDays(tx, { sweetIds: ids, from, to })] as const;
};

export function toPlans(planRows: PlanRows, dayRows: DayRows): Plans {
  const found = new Map<number, { sweetId: number; plan: Plan | null; days: Map<string, PlanDay> }>();
  for (const { sweetId, ...plan } of planRows) found.set(sweetId, { sweetId, plan, days: new Map() });
  for (const { sweetId, ...day } of dayRows) {
    const sweet = found.get(sweetId) ?? { sweetId, plan: null, days: new Map<string, PlanDay>() };
    sweet.days.set(day.day, day);
    found.set(sweetId, sweet);
  }
  return found;
}

/** The plans of sweets, with their days from one to another. Under the locks of the sweets it stays true. */
export const loadPlans = async (tx: Executor, sweetIds: readonly number[], from: string, to = from): Promise<Plans> =>
  sweetIds.length === 0 ? new Map() : toPlans(...(await together(...selectPlansOf(tx, sweetIds, from, to))));

/** The same for every sweet that has a plan, or a day in the span. */
export const loadAllPlans = async (db: Executor, from: string, to = from): Promise<Plans> =>
  toPlans(...(await together(selectAllPlans(db), selectAllDays(db, { from, to }))));

export type JsonPlan = Plan & { days: (Pick<PlanDay, "day"> & Partial<PlanDay>)[] };

/** The plan of a sweet with its days in a span, as a column of a statement that reads `sweets`, for `toPlan`. */
export const planColumn = (from: SQLWrapper, to: SQLWrapper) =>
  sql<JsonPlan | null>`(
  select json_build_object('week', p.week, 'orderByDays', p.order_by_days, 'orderByTime', p.order_by_time, 'days', coalesce((
    select json_agg(json_build_object('day', d.day, 'capacity', d.capacity, 'held', d.held, 'ordered', d.ordered, 'made', d.made,
      'firstMadeAt', d.first_made_at))
    from ${planDays} d where d.sweet_id = p.sweet_id and d.day between ${from}::date and ${to}::date), '[]'))
  from ${plans} p where p.sweet_id = ${sweets}.id)`.as("plan");

/** The last day that can be booked now or on an open festival. */
export const lastBookable = ({ windows, festivals }: Pick<SettingValues, "windows" | "festivals">, now: Date): string =>
  [addDays(indiaDay(now), windows.bookableDays - 1), ...festivals.flatMap(({ days }) => days)].sort().at(-1) ?? "";
