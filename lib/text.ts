import { z } from "zod";

/** NUL cannot be stored and a lone surrogate has no bytes in UTF-8: both are refused (decisions §6). */
export const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

/** Invisible characters count as blanks too, so that a field of them alone is missing (decisions §8). */
export const isBlank = (text: string) => /^[\s\u200B-\u200D\u2060\uFEFF]*$/u.test(text);

/**
 * Text of `min` to `max` characters that comes back byte for byte. Blanks alone count as missing.
 * `message` is shown for whatever is too short.
 */
export function boundedText(min: number, max: number, message = `Must be at least ${min} characters`) {
  return z
    .string(message)
    .min(min, message)
    .max(max, `Must be at most ${max} characters`)
    .refine(isStorable, "Contains characters that cannot be stored")
    .refine((text) => min === 0 || !isBlank(text), message);
}

/** Text that may be left out: blanks alone become null. */
export const optionalText = (max: number) =>
  boundedText(0, max)
    .nullish()
    .transform((text) => (text == null || isBlank(text) ? null : text));

/** Ids are positive 32-bit integers. */
export const id = z.int().min(1).max(2_147_483_647);

/** E-mail, trimmed and lower-cased: unique without regard to case (decisions §2). */
export const email = z
  .string("Please enter a valid email address")
  .trim()
  .toLowerCase()
  .max(254, "Please enter a valid email address")
  .refine(isStorable, "Please enter a valid email address")
  .pipe(z.email("Please enter a valid email address"));

/** An id in a path: digits alone, and none before the first that counts. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(id);
