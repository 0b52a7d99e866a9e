import { eq } from "drizzle-orm";
import type { z } from "zod";
import { readDb } from "@/db/client";
import { sweets } from "@/db/schema";
import { shopNow } from "@/lib/clock";
import { addDays, indiaDay } from "@/lib/dates";
import { AppError, notFound } from "@/lib/errors";
import { deliveryDays, isCartDay } from "@/lib/settings/calendar";
import { currentSettings } from "@/lib/settings/queries";
import { type JsonPlan, loadPlans } from "@/lib/stock/load-plans";
import { MAX_PLAN_DAYS } from "@/lib/stock/plan-constants";
import type { sweetDaysResponse } from "@/lib/stock/plan-responses";
import { availableOn, dayNotBookable, dayOf, freeOf, openingOf, toPlan } from "@/lib/stock/plan-rules";
import type { sweetDaysQuery } from "@/lib/stock/plan-schema";
import { packsToSell } from "./packs";
import { ruleColumns } from "./select";

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

/** The days of a sweet that are open and have a capacity, with the default packs that can be sold of them. Throws `not_found`. */
export async function daysOfSweet(
  id: number,
  { from, to }: z.output<typeof sweetDaysQuery>,
  db = readDb(),
  now = shopNow(),
): Promise<z.infer<typeof sweetDaysResponse>> {
  const { values } = await currentSettings();
  const days = deliveryDays(values, now);
  const first = from ?? days[0] ?? indiaDay(now);
  const last = to ?? (from === undefined ? (days.at(-1) ?? first) : addDays(from, MAX_PLAN_DAYS - 1));
  const [[sweet], found] = await Promise.all([
    db
      .select({ ...ruleColumns, deletedAt: sweets.deletedAt })
      .from(sweets)
      .where(eq(sweets.id, id)),
    loadPlans(db, [id], first, last),
  ]);
  if (!sweet || sweet.deletedAt !== null) throw notFound("Sweet not found.");
  const plan = found.get(id);
  if (!plan?.plan) return [];
  return days
    .filter((day) => day >= first && day <= last && dayOf(plan, day).capacity > 0)
    .flatMap((day) => {
      const opening = openingOf(plan, day, values, now);
      if (opening.state !== "open") return [];
      const available = packsToSell({ units: sweet.defaultUnits }, { ...sweet, stock: freeOf(dayOf(plan, day)) });
      return [{ day, available, orderBy: new Date(opening.orderBy).toISOString() }];
    });
}
