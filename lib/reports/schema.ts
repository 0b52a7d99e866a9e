import { z } from "zod";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { day, queryInt, tableFormat } from "@/lib/text";

/** The Asia/Kolkata days that a report spans at most. */
export const MAX_DAYS = 366;

const span = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/** `GET /admin/reports/sales-by-day`: the last 7, 30 or 90 days up to today, or `from` to `to`, inclusive. */
export const salesQuery = z
  .object({
    days: z
      .enum(["7", "30", "90"])
      .transform(Number)
      .meta({ type: "integer", enum: [7, 30, 90], description: "30 when from and to are not sent either" })
      .optional(),
    from: day.optional(),
    to: day.optional(),
  })
  .superRefine(({ days, from, to }, ctx) => {
    const wrong = (message: string) => ctx.addIssue({ code: "custom", path: ["from"], message });
    if ((from === undefined) !== (to === undefined)) wrong("Please choose both From and To");
    else if (from && to && days !== undefined) wrong("Please choose either days or From and To");
    else if (from && to && from > to) wrong("From must not be after To");
    else if (from && to && span(from, to) > MAX_DAYS) wrong(`A report spans at most ${MAX_DAYS} days`);
  });
export type SalesQuery = z.infer<typeof salesQuery>;

/** `GET /admin/reports/payments/list`: the days, and the payment behind which the list goes on. */
export const paymentListQuery = salesQuery.safeExtend({
  format: tableFormat,
  after: queryInt(1, 2_147_483_647).optional().meta({ description: "Only those behind the payment of this id" }),
});

/** The days of a report in the name of a file. */
export const rangeName = ({ days = 30, from, to }: SalesQuery) =>
  from && to ? `${from}-${to}` : `${days}-days-to-${indiaDay(shopNow())}`;

/** `GET /admin/reports/top-products`. */
export const topQuery = z.object({ limit: queryInt(1, 100).default(10) });

/** Whether the first steps on the dashboard are put away, or taken back. */
export const stepsAwayForm = z.object({ away: z.stringbool() });
