import { z } from "zod";
import { MAX_NUMBER } from "@/db/constants/invoices";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { digitText, tableFormat } from "@/lib/text";

/** Which document of an order; its latest invoice when none is named. */
export const documentQuery = z.object({
  number: digitText()
    .max(MAX_NUMBER)
    .optional()
    .meta({ description: "A number of its invoices or credit notes", examples: ["CRN/26-27/000004"] }),
});

const month = digitText().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Must be a month such as 2026-11");

/** The months of a GST report. One that is absent is as the other; this month when both are. */
export const gstQuery = z
  .object({ from: month.optional(), to: month.optional(), format: tableFormat })
  .transform(({ from, to, format }) => {
    const first = from ?? to ?? indiaDay(shopNow()).slice(0, 7);
    return { from: first, to: to ?? first, format };
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], message: "Must not be before the first month" });
export type GstMonths = Pick<z.output<typeof gstQuery>, "from" | "to">;
