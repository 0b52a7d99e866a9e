import { z } from "zod";
import { MAX_NUMBER } from "@/db/constants/invoices";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { digitText } from "@/lib/text";

/** Which document of an order; its latest invoice when none is named. */
export const documentQuery = z.object({
  number: digitText()
    .max(MAX_NUMBER)
    .optional()
    .meta({ description: "A number of its invoices or credit notes", examples: ["CRN/26-27/000004"] }),
});

const month = digitText().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Must be a month such as 2026-11");

/** The months of a GST summary: one, or from one to another. */
export const gstQuery = z
  .object({ month: month.optional(), from: month.optional(), to: month.optional() })
  .transform(({ month, from, to }) => {
    const first = month ?? from ?? to ?? indiaDay(shopNow()).slice(0, 7);
    return { from: first, to: month ?? to ?? first };
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], message: "Must not be before the first month" });
