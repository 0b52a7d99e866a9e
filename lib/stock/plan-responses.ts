import { z } from "zod";
import { count, positiveInt, time } from "@/lib/http/responses";

/** `GET /sweets/{id}/days`. */
export const sweetDaysResponse = z
  .array(
    z.object({
      day: z.iso.date(),
      available: count.meta({ description: "Default packs that can still be ordered for the day" }),
      orderBy: time.meta({ description: "Until when they can" }),
    }),
  )
  .meta({
    id: "SweetDays",
    examples: [[{ day: "2026-11-26", available: 12, orderBy: "2026-11-25T14:30:00.000Z" }]],
  });

/** A day of a plan, in the sweet's units. */
export const planDayResponse = z
  .object({
    day: z.iso.date(),
    capacity: count,
    own: z.boolean().meta({ description: "Whether it is a number of the day's own, not its weekday's" }),
    held: count,
    ordered: count,
    made: count.nullable().meta({ description: "Null before the first batch" }),
    short: count.meta({ description: "Promised and not made" }),
    restGrams: count.meta({ description: "What weighed batches had beyond whole units; the next batch gets it" }),
    shortOrders: z
      .array(z.object({ id: positiveInt, units: positiveInt }))
      .meta({ description: "The orders that it concerns: the latest windows first, then the latest orders" }),
  })
  .meta({ id: "PlanDay" });

/** `GET /admin/plans`. */
export const planResponse = z
  .object({
    productId: positiveInt,
    name: z.string(),
    unitGrams: z.number().nullable().meta({ description: "Grams of one unit; null: it is a piece" }),
    week: z
      .record(z.string(), count)
      .nullable()
      .meta({ description: "Units by weekday, 1 is Monday; null: planning has ended" }),
    orderBy: z.object({ days: count, time: z.string() }).nullable(),
    days: z.array(planDayResponse),
  })
  .meta({
    id: "Plan",
    examples: [
      {
        productId: 61,
        name: "Kaju Katli",
        unitGrams: 250,
        week: { "1": 40, "2": 40, "3": 40, "4": 40, "5": 60, "6": 80, "7": 80 },
        orderBy: { days: 1, time: "20:00" },
        days: [
          {
            day: "2026-11-26",
            capacity: 40,
            own: false,
            held: 2,
            ordered: 12,
            made: null,
            short: 0,
            restGrams: 0,
            shortOrders: [],
          },
        ],
      },
    ],
  });
export const plansResponse = z.array(planResponse);
export type PlanRow = z.infer<typeof planResponse>;
export type PlanDayEntry = z.infer<typeof planDayResponse>;

/** `PUT /admin/plans/days`. */
export const savedDaysResponse = z.array(
  z.object({ productId: positiveInt, ...planDayResponse.shape }).meta({ id: "SavedPlanDay" }),
);
export type SavedDay = z.infer<typeof savedDaysResponse>[number];
