import { z } from "zod";
import { planBounds } from "@/lib/stock/plan-constants";
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

/** A batch from a form: kilograms of a sweet whose unit has a weight (`unitGrams`, 0 when it has none), else pieces. */
export const batchForm = z
  .object({
    productId: formId,
    day,
    unitGrams: typedNumber().pipe(z.number().min(0)),
    amount: digitText()
      .trim()
      .regex(/^\d+([.,]\d+)?$/, "Please enter a number above 0"),
    takesBack: z.stringbool(),
  })
  .transform(({ unitGrams, amount, takesBack, ...of }, ctx) => {
    const typed = Number(amount.replace(",", "."));
    const units = unitGrams > 0 ? (typed * 1000) / unitGrams : typed;
    const whole = Math.round(units);
    const wrong = (message: string) => ctx.addIssue({ code: "custom", path: ["amount"], message });
    if (typed === 0) wrong("Please enter a number above 0");
    else if (Math.abs(units - whole) > 1e-6 || whole === 0)
      wrong(unitGrams > 0 ? `Please enter a multiple of ${unitGrams / 1000} kg` : "Please enter a whole number");
    else if (whole > planBounds.units) wrong("This is more than a day can have");
    return { ...of, units: takesBack ? -whole : whole };
  });
