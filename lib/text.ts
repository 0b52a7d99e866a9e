import { z } from "zod";
import { MAX_EMAIL, MAX_PHONE } from "@/db/constants/text";
import { asciiDigits } from "./digits";

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

// As z.email() has it, and a top-level domain may be in Punycode, such as .xn--h2brj9c (.भारत).
const EMAIL =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+([A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/;

/** The address with its domain in Punycode, the form that mail servers use: name@भारत.भारत is name@xn--h2brj9c.xn--h2brj9c. */
function withAsciiDomain(address: string): string {
  const [, mailbox, domain = ""] = /^([^@]*@)([^\s@:/\\?#%[\]]+)$/.exec(address) ?? [];
  const ascii = /\P{ASCII}/u.test(domain) && URL.parse(`http://${domain}`)?.hostname;
  return ascii ? mailbox + ascii : address;
}

/** An e-mail address, trimmed and lower-cased, because accounts are unique regardless of case; its domain is in ASCII. */
export const email = z
  .string("Please enter a valid email address")
  .trim()
  .toLowerCase()
  .overwrite(withAsciiDomain)
  .max(MAX_EMAIL, "Please enter a valid email address")
  .refine(isStorable, "Please enter a valid email address")
  .pipe(z.email({ pattern: EMAIL, error: "Please enter a valid email address" }))
  .meta({ format: "email" });

/** An id in a path: digits only, without leading zeros, so that each resource has one URL. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(id);

/** The path parameters of what has one id. */
export const idParams = z.object({ id: pathId });

const withAsciiDigits = (value: unknown) => (typeof value === "string" ? asciiDigits(value) : value);

/** A text that is or has a number, in the digits of any script. */
export const digitText = (message?: string) => z.string(message).overwrite(asciiDigits);

/** A number as a form or an address sends it. */
export const typedNumber = (message?: string) => z.preprocess(withAsciiDigits, z.coerce.number(message));

/** A telephone number, in the digits that can be dialled and searched. */
export const phoneText = (min: number, message: string) => boundedText(min, MAX_PHONE, message).overwrite(asciiDigits);

/** An id as a form sends it. */
export const formId = typedNumber().pipe(id);

/** A whole number in a query string: digits only. */
export const queryInt = (min: number, max: number) =>
  z.preprocess((value) => {
    const text = withAsciiDigits(value);
    return typeof text === "string" && /^\d{1,10}$/.test(text) ? Number(text) : value;
  }, z.int().min(min).max(max));

/** `format` of a report: JSON, or a CSV file. */
export const tableFormat = z.enum(["json", "csv"]).default("json").meta({ description: "csv: as a file" });

/** The page of an API list. A page past the end is valid and has no items. */
export const queryPage = queryInt(1, 2_147_483_647);

/** The page in a page's URL: anything invalid means the first page. */
export const pageNumber = typedNumber().pipe(z.int().min(1).max(1_000_000)).catch(1);
export const pageQuery = z.object({ page: pageNumber });

/** A date from 1900 to 8999, `YYYY-MM-DD`: the days around it have four digits of a year too. */
export const day = digitText("Please enter a valid date")
  .regex(z.regexes.date, { error: "Please enter a valid date", abort: true })
  .refine((text) => text >= "1900" && text < "9", { error: "Please enter a valid date", abort: true })
  .meta({ format: "date" });

/** A form's text with LF line ends: browsers send CR LF, which would count twice against a limit. */
export const asTyped = (value: unknown) => (typeof value === "string" ? value.replace(/\r\n?/g, "\n") : value);

/** A value that a form sends as JSON. */
export const jsonText = (message: string) =>
  z.string().transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      ctx.addIssue(message);
      return z.NEVER;
    }
  });
