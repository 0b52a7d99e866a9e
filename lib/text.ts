import { z } from "zod";
import { MAX_EMAIL } from "@/lib/accounts/constants";

/** NUL cannot be stored and a lone surrogate has no bytes in UTF-8: both are refused (decisions §6). */
export const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

/** Invisible characters count as blanks too, so that a field of them alone is missing (decisions §8). */
export const isBlank = (text: string) => /^[\s\u200B-\u200D\u2060\uFEFF]*$/u.test(text);

/** Characters as people and PostgreSQL count them: an emoji is one, although it takes two UTF-16 units. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Text of `min` to `max` characters that can be stored as it is. Each field gets one message, the first that fits. */
export function storableText(
  min: number,
  max: number,
  tooShort = `Must be at least ${min} characters`,
  tooLong?: string,
) {
  // Most texts are settled by their UTF-16 length alone.
  const isAtLeast = (text: string) => text.length >= min * 2 || lengthOf(text) >= min;
  const isAtMost = (text: string) => text.length <= max || (text.length <= max * 2 && lengthOf(text) <= max);
  return z
    .string(tooShort)
    .refine(isAtLeast, { error: tooShort, abort: true })
    .refine(isAtMost, { error: tooLong ?? `Must be at most ${max} characters`, abort: true })
    .refine(isStorable, { error: "Contains characters that cannot be stored", abort: true })
    .meta({ minLength: min, maxLength: max });
}

/**
 * Text of `min` to `max` characters that comes back byte for byte. Blanks alone count as missing.
 * `message` is shown for whatever is too short.
 */
export const boundedText = (min: number, max: number, message = `Must be at least ${min} characters`) =>
  storableText(min, max, message).refine((text) => min === 0 || !isBlank(text), message);

/** Text that may be left out: blanks alone become null. */
export const optionalText = (max: number) =>
  boundedText(0, max)
    .nullish()
    .transform((text) => (text == null || isBlank(text) ? null : text));

/** The same where absent is no change: null and blanks are null. */
export const clearableText = (max: number) =>
  boundedText(0, max)
    .nullable()
    .transform((text) => (text === null || isBlank(text) ? null : text));

/** Ids are positive 32-bit integers. */
export const id = z.int().min(1).max(2_147_483_647);

/** E-mail, trimmed and lower-cased: unique without regard to case (decisions §2). */
export const email = z
  .string("Please enter a valid email address")
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL, "Please enter a valid email address")
  .refine(isStorable, "Please enter a valid email address")
  .pipe(z.email("Please enter a valid email address"))
  .meta({ format: "email" });

/** An id in a path: digits alone, and none before the first that counts. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(id);

/** A whole number in a query: digits alone. */
export const queryInt = (min: number, max: number) =>
  z.preprocess(
    (given) => (typeof given === "string" && /^\d{1,10}$/.test(given) ? Number(given) : given),
    z.int().min(min).max(max),
  );

/** A page of a list: one past the end has no items, however far (decisions §6). */
export const queryPage = queryInt(1, 2_147_483_647);

/** A page in an address: what is no page is the first. */
export const pageNumber = z.coerce.number().int().min(1).max(1_000_000).catch(1);
export const pageQuery = z.object({ page: pageNumber });

/** A day of this shop's times, `YYYY-MM-DD`; PostgreSQL knows no year 0. */
export const day = z.iso
  .date({ error: "Please enter a valid date", abort: true })
  .refine((text) => text >= "1900", { error: "Please enter a valid date", abort: true });

/** A form's text as typed: browsers send line ends as CR LF, which would count twice against a limit. */
export const asTyped = (value: unknown) => (typeof value === "string" ? value.replace(/\r\n?/g, "\n") : value);
