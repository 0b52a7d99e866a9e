import { z } from "zod";
import { numberIn } from "@/lib/digits";
import { boundedText, clearableText } from "@/lib/text";
import { type DetailName, detailNames, details } from "./facts";

/*
 * The schemas of a sweet's details, by the kinds of facts.ts. Each kind says how the API checks a detail (`input`; `initial` when
 * nothing was sent for a new sweet), how it describes it (`output`), and what a text field of a form means (`fromText`).
 */

type Kind<K> = Extract<(typeof details)[DetailName], { kind: K }>;

const kinds = {
  wholeNumber({ label, unit, min, max }: Kind<"wholeNumber">) {
    const input = z
      .int(`${label} must be in whole ${unit.many}`)
      .min(min, `${label} must be ${min} ${unit.short} or more`)
      .max(max, `${label} must be ${max.toLocaleString("en-IN")} ${unit.short} or less`)
      .nullable();
    const fromText = (text: string) => (text.trim() === "" ? null : numberIn(text));
    const output = z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable();
    return { input, initial: input.default(null), output, fromText };
  },
  text({ max }: Kind<"text">) {
    const input = clearableText(max);
    return { input, initial: input.default(null), output: z.string().nullable(), fromText: (text: string) => text };
  },
  list({ label, most, max }: Kind<"list">) {
    const input = z.array(boundedText(1, max)).max(most, `A sweet has at most ${most} ${label.toLowerCase()}`);
    const fromText = (text: string) =>
      text
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean);
    return { input, initial: input.default([]), output: z.array(z.string()), fromText };
  },
  yesOrNo() {
    const input = z.boolean().nullable();
    const fromText = (text: string) => (text.trim() === "yes" ? true : text.trim() === "no" ? false : null);
    return { input, initial: input.default(null), output: z.boolean().nullable(), fromText };
  },
};

type Schemas = { [N in DetailName]: ReturnType<(typeof kinds)[(typeof details)[N]["kind"]]> };
const schemaOf = (name: DetailName) => (kinds[details[name].kind] as (detail: unknown) => unknown)(details[name]);
const schemas = Object.fromEntries(detailNames.map((name) => [name, schemaOf(name)])) as Schemas;

/** One part of every detail, by its name. */
const partOfEach = <P extends "input" | "initial" | "output">(part: P) =>
  Object.fromEntries(detailNames.map((name) => [name, schemas[name][part]])) as { [N in DetailName]: Schemas[N][P] };

export const detailsInput = z.object(partOfEach("initial"));
/** Only what is sent changes. */
export const detailsChanges = z.object(partOfEach("input")).partial();
export const detailsResponse = z.object(partOfEach("output"));

export type SweetDetails = z.infer<typeof detailsResponse>;

/** What a text field of a form says of a detail, for the schemas above to check. */
export const detailFromText = (name: DetailName, text: string) => schemas[name].fromText(text);
