import { z } from "zod";

/** Characters of a person's name, and of an e-mail address. */
export const MAX_NAME = 120;
export const MAX_EMAIL = 254;

/** PostgreSQL cannot store NUL, and a lone surrogate cannot be encoded in UTF-8. */
export const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

/** Zero-width characters count as blank too, so that a field with nothing else is missing. */
export const isBlank = (text: string) => /^[\s\u200B-\u200D\u2060\uFEFF]*$/u.test(text);

/** The number of code points, which is how PostgreSQL counts: an emoji is one, although it takes two UTF-16 units. */
const lengthOf = (text: string) => [...text].length;

/** Text of `min` to `max` characters that can be stored unchanged. Only the first failing check gives a message. */
export function storableText(
  min: number,
  max: number,
  tooShort = `Must be at least ${min} characters`,
  tooLong?: string,
) {
  // The UTF-16 length, which costs nothing, decides most cases.
  const isAtLeast = (text: string) => text.length >= min * 2 || lengthOf(text) >= min;
  const isAtMost = (text: string) => text.length <= max || (text.length <= max * 2 && lengthOf(text) <= max);
  return z
    .string(tooShort)
    .refine(isAtLeast, { error: tooShort, abort: true })
    .refine(isAtMost, { error: tooLong ?? `Must be at most ${max} characters`, abort: true })
    .refine(isStorable, { error: "Contains characters that cannot be stored", abort: true })
    .meta({ minLength: min, maxLength: max });
}

/** Text of `min` to `max` characters, stored unchanged. Blanks alone count as too short, which `message` says. */
export const boundedText = (min: number, max: number, message = `Must be at least ${min} characters`) =>
  storableText(min, max, message).refine((text) => min === 0 || !isBlank(text), message);

/** Optional text: absent, null and blanks alone become null. */
export const optionalText = (max: number) =>
  boundedText(0, max)
    .nullish()
    .transform((text) => (text == null || isBlank(text) ? null : text));

/** For partial updates, where absent means no change: null and blanks alone become null. */
export const clearableText = (max: number) =>
  boundedText(0, max)
    .nullable()
    .overwrite((text) => (text === null || isBlank(text) ? null : text));

/** Ids are positive 32-bit integers. */
export const id = z.int().min(1).max(2_147_483_647);

/** An e-mail address, trimmed and lower-cased, because accounts are unique regardless of case. */
export const email = z
  .string("Please enter a valid email address")
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL, "Please enter a valid email address")
  .refine(isStorable, "Please enter a valid email address")
  .pipe(z.email("Please enter a valid email address"))
  .meta({ format: "email" });

/** An id in a path: digits only, without leading zeros, so that each resource has one URL. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(id);

/** The path parameters of what has one id. */
export const idParams = z.object({ id: pathId });

/** A whole number in a query string: digits only. */
export const queryInt = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  );

/** The page of an API list. A page past the end is valid and has no items. */
export const queryPage = queryInt(1, 2_147_483_647);

/** The page in a page's URL: anything invalid means the first page. */
export const pageNumber = z.coerce.number().int().min(1).max(1_000_000).catch(1);
export const pageQuery = z.object({ page: pageNumber });

/** A date from 1900 to 8999, `YYYY-MM-DD`: the days around it have four digits of a year too. */
export const day = z.iso
  .date({ error: "Please enter a valid date", abort: true })
  .refine((text) => text >= "1900" && text < "9", { error: "Please enter a valid date", abort: true });

/** A form's text with LF line ends: browsers send CR LF, which would count twice against a limit. */
export const asTyped = (value: unknown) => (typeof value === "string" ? value.replace(/\r\n?/g, "\n") : value);
