import { z } from "zod";
import { asciiDigits, numberIn } from "@/lib/digits";
import { hsn } from "@/lib/settings/money-schema";
import { boundedText, clearableText } from "@/lib/text";
import { type AsRead, type AsSet, details, type Fact, facts } from "./facts";

/*
 * What each kind of fact (facts.ts) is: `input`, how the API checks it; `initial`, what it is when a new sweet does not say it; `output`,
 * how the API describes it where it is not null; `fromText`, what a field of a form or of a multipart body means, for `input` to check.
 */

type Kind<K> = Extract<Fact, { kind: K }>;
type Schemas = { input: z.ZodType; initial: unknown; output: z.ZodType; fromText: (text: string) => unknown };

/** The number that a text is. Any other text stays, so that a schema says what is wrong with it. */
export const numberFrom = (text: string) => (/^\s*-?\d+(\.\d+)?\s*$/.test(asciiDigits(text)) ? numberIn(text) : text);
const flag = z.stringbool();
/** Yes or no from a text. Any other stays. */
export const flagFrom = (text: string) => flag.safeParse(text.trim()).data ?? text;
const anyText = { initial: null, output: z.string(), fromText: (text: string) => text };

const kinds: { [K in Fact["kind"]]: (fact: Kind<K>) => Schemas } = {
  wholeNumber: ({ label, unit, sign = unit, min, max, initial = null }) => {
    const number = z
      .int(`${label} must be in whole ${unit}`)
      .min(min, `${label} must be ${min} ${sign} or more`)
      .max(max, `${label} must be ${max.toLocaleString("en-IN")} ${sign} or less`);
    const output = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
    return { input: initial === null ? number.nullable() : number, initial, output, fromText: numberFrom };
  },
  text: ({ max }) => ({ input: clearableText(max), ...anyText }),
  hsnCode: () => ({ input: z.string().trim().pipe(hsn).nullable(), ...anyText }),
  list: ({ label, most, max }) => ({
    input: z.array(boundedText(1, max)).max(most, `A sweet has at most ${most} ${label.toLowerCase()}`),
    initial: [],
    output: z.array(z.string()),
    fromText: (text) =>
      text
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
  }),
  yesOrNo: () => ({ input: z.boolean().nullable(), initial: null, output: z.boolean(), fromText: flagFrom }),
  mark: () => ({ input: z.boolean(), initial: false, output: z.boolean(), fromText: flagFrom }),
};

function schemasFor(fact: Fact) {
  const { input, initial, output, fromText } = (kinds[fact.kind] as (fact: Fact) => Schemas)(fact);
  const described = (schema: z.ZodType, description?: string) => (description ? schema.meta({ description }) : schema);
  return {
    input: described(input, fact.means?.input),
    initial,
    output: described(initial === null && !fact.own ? output.nullable() : output, fact.means?.output),
    // What is not set is sent as an empty text.
    fromText: (text: string | undefined) =>
      text === undefined || (text.trim() === "" && fact.kind !== "mark") ? initial : fromText(text),
  };
}

/** The schemas of some facts, each by its name: of what is changed, of what is new, and of what is answered. */
export function schemasOf<Facts extends Record<string, Fact>>(facts: Facts) {
  const all = Object.entries(facts).map(([name, fact]) => [name, schemasFor(fact)] as const);
  const each = <T>(part: (schemas: ReturnType<typeof schemasFor>) => unknown) =>
    Object.fromEntries(all.map(([name, schemas]) => [name, part(schemas)])) as T;
  type Set = AsSet<Facts>;
  return {
    input: each<{ [N in keyof Facts]: z.ZodType<Set[N], Set[N]> }>(({ input }) => input),
    newInput: each<{ [N in keyof Facts]: z.ZodDefault<z.ZodType<Set[N], Set[N]>> }>(({ input, initial }) =>
      input.default(initial),
    ),
    output: each<{ [N in keyof Facts]: z.ZodType<AsRead<Facts>[N]> }>(({ output }) => output),
    initial: each<Set>(({ initial }) => initial),
    fromText: each<{ [N in keyof Facts]: (text: string | undefined) => unknown }>(({ fromText }) => fromText),
  };
}

export const factSchemas = schemasOf(facts);
export const detailSchemas = schemasOf(details);
