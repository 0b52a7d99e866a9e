import { z } from "zod";
import { addDays, indiaDay } from "@/lib/dates";
import { clockTime } from "@/lib/settings/schema";
import { day, id, pathId } from "@/lib/text";
import { MAX_PLAN_DAYS, MAX_SAVED_DAYS, planBounds } from "./plan-constants";

const units = z
  .int(`Please enter a whole number from 0 to ${planBounds.units.toLocaleString("en-IN")}`)
  .min(0)
  .max(planBounds.units)
  .meta({ description: "Units of the sweet" });

/** A day from one to another: at most 92 of them. */
const withinSpan = <S extends z.ZodType<{ from?: string; to?: string }>>(schema: S) =>
  schema.refine(
    ({ from, to }) => from === undefined || to === undefined || (from <= to && to < addDays(from, MAX_PLAN_DAYS)),
    { path: ["to"], message: `Must be from the first day on, and span at most ${MAX_PLAN_DAYS} days` },
  );

/** `GET /sweets/{id}/days`. */
export const sweetDaysQuery = withinSpan(
  z.object({
    from: day.optional().meta({ description: "The first day that can be booked when absent" }),
    to: day.optional().meta({ description: "The last one when absent" }),
  }),
);

/** `GET /admin/plans`, and the report of plans: a week from today when absent. */
export const plansQuery = withinSpan(z.object({ from: day.optional(), to: day.optional() }));

/** The span that is asked for: `from` alone means a week, and so does neither from today. */
export function spanOf({ from, to }: z.output<typeof plansQuery>, now: Date): { from: string; to: string } {
  const first = from ?? (to === undefined ? indiaDay(now) : addDays(to, -6));
  return { from: first, to: to ?? addDays(first, 6) };
}

export const weekdays = ["1", "2", "3", "4", "5", "6", "7"] as const;
const force = z.boolean().default(false).meta({ description: "Lower it below what is promised" });

/** `PUT /admin/plans/{productId}`. */
export const planInput = z.object({
  week: z
    .object(
      Object.fromEntries(weekdays.map((weekday) => [weekday, units])) as Record<
        (typeof weekdays)[number],
        typeof units
      >,
    )
    .meta({ description: "Units for each weekday; 1 is Monday" }),
  orderBy: z.object({
    days: z.int().min(0).max(planBounds.orderByDays).meta({ description: "Days before" }),
    time: clockTime,
  }),
  force,
});
export type PlanInput = z.output<typeof planInput>;

export const planParams = z.object({ productId: pathId });
export const planDayParams = planParams.extend({ day });

/** `PUT /admin/plans/{productId}/{day}`. */
export const dayInput = z.object({ capacity: units, force });

export const forceQuery = z.object({
  force: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .meta({ description: "Lower days below what is promised" }),
});

const dayNumber = z.object({ productId: id, day, capacity: units });
const isEachOnce = (days: readonly { productId: number; day: string }[]) =>
  new Set(days.map((one) => `${one.productId} ${one.day}`)).size === days.length;
const LISTED_TWICE = "A day is listed twice";

/** `PUT /admin/plans/days`: all or none. */
export const daysInput = z.array(dayNumber).min(1).max(MAX_SAVED_DAYS).refine(isEachOnce, LISTED_TWICE);

/** The same from the screen: each says the day's own number that it replaces. Null: none, so that the day follows its week. */
export const dayChanges = z
  .array(dayNumber.extend({ capacity: units.nullable(), from: units.nullable() }))
  .min(1)
  .max(MAX_SAVED_DAYS)
  .refine(isEachOnce, LISTED_TWICE);
export type DayChange = z.output<typeof dayChanges>[number];

/** `POST /admin/plans/{productId}/{day}/made`: a batch, or the correction of one. */
export const madeInput = z
  .object({
    units: z
      .int()
      .min(-planBounds.units)
      .max(planBounds.units)
      .refine((value) => value !== 0, "Must not be 0")
      .optional()
      .meta({ description: "Units of the sweet; negative to correct what was entered" }),
    grams: z.int().min(1).max(planBounds.grams).optional().meta({
      description:
        "In place of units, of a sweet sold by weight: whole units count, the rest is kept for the next batch",
    }),
    force: z.boolean().default(false).meta({ description: "Enter a first batch far above the plan" }),
  })
  .refine(({ units, grams }) => (units === undefined) !== (grams === undefined), {
    path: ["units"],
    message: "Please enter either units or grams",
  });

/** What the page of the plans shows. An unknown value is the default. */
export const plansPageQuery = z.object({
  from: day.optional().catch(undefined),
  day: day.optional().catch(undefined),
  view: z.enum(["week", "month"]).catch("week"),
});
