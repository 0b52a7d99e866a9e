import { z } from "zod";
import { clockTime } from "@/lib/settings/schema";
import { formId, jsonText, typedNumber } from "@/lib/text";
import { planBounds } from "./plan-constants";
import { dayChanges, type PlanInput, weekdays } from "./plan-schema";
import { typedUnits, wrongAmount } from "./plan-texts";

/*
 * The forms of the plans. Amounts are typed as they are shown, and sent with what a unit weighs.
 */

const force = z.stringbool().default(false);
const grams = z
  .string()
  .transform((text) => (text === "" ? null : Number(text)))
  .pipe(z.number().positive().nullable());

/** Reports a wrong amount at its field. */
function amount(ctx: z.RefinementCtx, field: string, typed: string, grams: number | null): number {
  const units = typedUnits(typed, grams);
  if (units === null) ctx.addIssue({ code: "custom", path: [field], message: wrongAmount(grams) });
  return units ?? 0;
}

const DAYS_WANTED = "Please enter a number of days";

/** A sweet's week. */
export const planForm = z
  .object({
    productId: formId,
    grams,
    ...(Object.fromEntries(weekdays.map((weekday) => [`d${weekday}`, z.string()])) as Record<
      `d${(typeof weekdays)[number]}`,
      z.ZodString
    >),
    days: typedNumber(DAYS_WANTED).pipe(z.int(DAYS_WANTED).min(0).max(planBounds.orderByDays)),
    time: clockTime,
    force,
  })
  .transform(({ productId, grams, days, time, force, ...typed }, ctx): PlanInput & { productId: number } => ({
    productId,
    week: Object.fromEntries(
      weekdays.map((weekday) => [weekday, amount(ctx, `d${weekday}`, typed[`d${weekday}`], grams)]),
    ) as PlanInput["week"],
    orderBy: { days, time },
    force,
  }));

export const endForm = z.object({ productId: formId });

/** Days of the table: units as JSON, for a form's fields are fewer than a month's days. */
export const daysForm = z.object({
  force,
  days: jsonText("These are no days").pipe(dayChanges),
});
