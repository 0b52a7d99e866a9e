import { z } from "zod";
import { day, id } from "@/lib/text";
import { MAX_MARKED } from "./constants";

/** `GET /admin/kitchen`. */
export const kitchenQuery = z.object({
  date: day.optional().meta({ description: "A day in Asia/Kolkata; today when absent" }),
});

/** The day in the address of the page: today when it is none. */
export const kitchenPageQuery = z.object({ date: day.optional().catch(undefined) });

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
  ids: z.array(z.coerce.number().pipe(id)).min(1, NONE_SELECTED).max(MAX_MARKED, TOO_MANY),
  packed: z.stringbool(),
});
