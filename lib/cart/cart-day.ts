import { AppError } from "@/lib/errors";
import { isCartDay } from "@/lib/settings/calendar";
import type { SettingValues } from "@/lib/settings/schema";
import type { Source } from "@/lib/stock/plan-moves";
import { dayNotBookable } from "@/lib/stock/plan-rules";

/** The day for which a cart's lines are (null: today, from stock), with what decides about days. */
export type CartDay = { day: Source; values: SettingValues; now: Date };

/** The day of a cart, or null when it is past or cannot be booked any more. */
export const validDay = (day: Source, values: SettingValues, now: Date): Source =>
  day !== null && isCartDay(day, values, now) ? day : null;

/** Throws `invalid` on `day` for a day that cannot be booked. */
export function assertCartDay(day: Source | undefined, values: SettingValues, now: Date): void {
  if (day != null && validDay(day, values, now) === null) throw dayNotBookable("day");
}

/** The refusal of a line for another day than that of the cart. */
export const otherDay = (day: Source) =>
  new AppError("other_day", "Your cart is for another day. Change its day, or add this for the same day.", { day });
