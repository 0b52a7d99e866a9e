import { z } from "zod";

/** An amount in rupees with at most two decimals. */
export const rupees = (max: number) => {
  const message = `Please enter an amount from 0 to ${max.toLocaleString("en-IN")}`;
  return z
    .number(message)
    .min(0, message)
    .max(max, message)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, "Must have at most two decimals");
};
/** A whole number between two bounds. */
export const wholeNumber = (min: number, max: number) => {
  const message = `Please enter a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
};
