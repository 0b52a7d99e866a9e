import { z } from "zod";
import { digitText } from "@/lib/text";

/** A text of a pattern. */
export const matching = (pattern: RegExp, message: string) => digitText(message).regex(pattern, message);

/** A number between two bounds with at most two decimals. */
export const decimal = (min: number, max: number, message: string) =>
  z
    .number(message)
    .min(min, message)
    .max(max, message)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, "Must have at most two decimals");
/** An amount in rupees. */
export const rupeesUpTo = (max: number) =>
  decimal(0, max, `Please enter an amount from 0 to ${max.toLocaleString("en-IN")}`).meta({
    description: "Rupees",
    examples: [499.5],
  });
/** A whole number between two bounds. */
export const wholeNumber = (min: number, max: number) => {
  const message = `Please enter a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
};
