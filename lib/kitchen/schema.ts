import { z } from "zod";
import { wasteInput } from "@/lib/catalogue/schema";
import { typedBatch, wrongAmount, wrongBatch } from "@/lib/stock/plan-texts";
import { day, digitText, formId, id, typedNumber } from "@/lib/text";
import { MAX_MARKED } from "./constants";

/** `GET /admin/kitchen`. */
export const kitchenQuery = z.object({
  date: day.optional().meta({ description: "A day in Asia/Kolkata; today when absent" }),
});

/** The day in the address of the page: today when it is none. `all` lists every order of a long window. */
export const kitchenPageQuery = z.object({
  date: day.optional().catch(undefined),
  all: z.stringbool().catch(false).default(false),
});

const NONE_SELECTED = "Please select at least one order";
const TOO_MANY = `Please select at most ${MAX_MARKED} orders`;

/** `POST /admin/kitchen/packed`. */
export const packedInput = z.object({
  ids: z.array(id).min(1, NONE_SELECTED).max(MAX_MARKED, TOO_MANY),
  packed: z.boolean().meta({ description: "False takes the mark back" }),
});
export type PackedInput = z.infer<typeof packedInput>;

/** The same from a form. */
export const packedForm = z.object({
  ids: z.array(formId).min(1, NONE_SELECTED).max(MAX_MARKED, TOO_MANY),
  packed: z.stringbool(),
});

/** An amount as `typedBatch` takes it, with what a unit weighs: 0 when it is a piece. */
const weighed = {
  unitGrams: typedNumber()
    .pipe(z.number().min(0))
    .transform((grams) => grams || null),
  amount: digitText().trim().regex(/\d/, "Please enter a number above 0"),
  measure: z.enum(["kg", "g"]).default("kg"),
};

/** A batch from a form, as the scale shows it: kilograms or grams of a sweet whose unit has a weight, else pieces. */
export const batchForm = z
  .object({
    productId: formId,
    day,
    ...weighed,
    takesBack: z.stringbool(),
    force: z.stringbool().default(false),
  })
  .transform(({ unitGrams, amount, measure, takesBack, ...of }, ctx) => {
    const typed = typedBatch(amount, measure, unitGrams);
    if (!typed) ctx.addIssue({ code: "custom", path: ["amount"], message: wrongBatch(unitGrams) });
    const sign = takesBack ? -1 : 1;
    const { units, grams } = typed ?? {};
    return { ...of, units: units && sign * units, grams: grams && sign * grams };
  });

/** What is thrown away, from a form. */
export const wasteForm = z
  .object({
    id: typedNumber().pipe(z.int().positive("Please choose a sweet").pipe(id)),
    ...weighed,
    reason: z.string().trim().pipe(wasteInput.shape.reason),
  })
  .transform(({ unitGrams, amount, measure, ...waste }, ctx) => {
    const typed = typedBatch(amount, measure, unitGrams);
    const units = typed?.grams === undefined ? typed?.units : typed.grams / (unitGrams ?? 1);
    const whole = Math.round(units ?? 0);
    // A weight is rounded to grams.
    if (units === undefined || whole === 0 || Math.abs(whole - units) * (unitGrams ?? 0) > 0.5)
      ctx.addIssue({ code: "custom", path: ["amount"], message: wrongAmount(unitGrams) });
    return { ...waste, units: whole };
  });
