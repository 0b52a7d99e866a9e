import type { z } from "zod";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { optionalText } from "@/lib/text";
import { customOrderInput } from "./schema";

/* What the server checks beyond the browser, which does not know the shop's day: the clock of the device may be days off. */

/** The form on /custom-orders. */
export const customOrderForm = customOrderInput.extend({
  eventDate: customOrderInput.shape.eventDate.refine(
    (date) => date === null || date >= indiaDay(shopNow()),
    "Choose today or later",
  ),
});
/** `POST /custom-orders`: the occasion may be left out, as the message says it. */
export const customOrderRequest = customOrderForm.extend({ occasion: optionalText(120) });
export type CustomOrderInput = z.infer<typeof customOrderRequest>;
