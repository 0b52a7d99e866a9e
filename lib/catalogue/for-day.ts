import { AppError } from "@/lib/errors";
import type { JsonPlan } from "@/lib/plans/load";
import { availableOn, dayNotBookable, toPlan } from "@/lib/plans/rules";
import { isCartDay } from "@/lib/settings/calendar";
import { currentSettings } from "@/lib/settings/queries";

/** What a day that is asked for has of a planned sweet, in units. */
export type AskedDay = ReturnType<typeof availableOn>;

/** The day that a query asks for. Throws `bad_request` for one that is past or cannot be booked. */
export async function askedDay(day: string | undefined, now: Date): Promise<AskedDay | undefined> {
  if (day === undefined) return undefined;
  const { values } = await currentSettings();
  if (isCartDay(day, values, now)) return availableOn(day, values, now);
  const { message } = dayNotBookable("day");
  throw new AppError("bad_request", `day: ${message}`, { errors: [{ path: "day", message }] });
}

type Row = { id: number; stock: number; plan: JsonPlan | null };

/** A sweet with what the day has of it in the place of its stock; one that is not made for the day has its stock on every day. */
export function onDay<R extends Row>(row: R, asked: AskedDay | undefined): R {
  return asked && row.plan ? { ...row, stock: asked(toPlan(row.id, row.plan)) } : row;
}
