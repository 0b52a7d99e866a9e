import { z } from "zod";
import { indiaDateTime, instantInIndia } from "@/lib/date-time-fields";
import { asciiDigits } from "@/lib/digits";
import { asTyped } from "@/lib/text";

/*
 * Values of a schema as the fields of a form show them, and back. Both follow the schema, so that a form has no second list of what its
 * fields mean. What was typed is translated only: whether it is right decides the schema.
 *
 *   object, list of objects   fields in an object, rows in a list
 *   list of texts             one field with a line for each
 *   number                    its digits
 *   boolean                   a tick
 *   instant                   a day and time in India, 2025-11-12T10:42
 *   nullable                  empty for null
 */

/** What the fields of a form show. */
export type Texts = string | boolean | Texts[] | { [name: string]: Texts };

type Schema = z.core.$ZodTypes;

/** The schema of what is put in, without what is done to it afterwards, and what null and undefined stand for. */
function inputOf(schema: z.core.$ZodType): { schema: Schema; nullable?: boolean; absent?: unknown } {
  const { def } = (schema as Schema)._zod;
  if (def.type === "pipe") return inputOf(def.in);
  if (def.type === "nullable") return { ...inputOf(def.innerType), nullable: true };
  if (def.type === "optional") return inputOf(def.innerType);
  if (def.type === "default") return { ...inputOf(def.innerType), absent: def.defaultValue };
  return { schema: schema as Schema };
}

const isText = (schema: z.core.$ZodType) => inputOf(schema).schema._zod.def.type === "string";
const isInstant = (def: z.core.$ZodTypeDef) => "format" in def && def.format === "datetime";

/** The schema of a field or a row, by its path. */
export function schemaAt(schema: z.core.$ZodType, path: readonly string[]): z.core.$ZodType {
  return path.reduce((outer, name) => {
    const { def } = inputOf(outer).schema._zod;
    const part = def.type === "array" ? def.element : def.type === "object" && def.shape[name];
    if (!part) throw new Error(`No part ${name}`);
    return part;
  }, schema);
}

/** What the field of a text, a number, a day or an instant takes, beside its name. */
export function controlOf(schema: z.core.$ZodType) {
  const { schema: input, nullable } = inputOf(schema);
  const { def } = input._zod;
  const format = isInstant(def) ? "datetime-local" : z.globalRegistry.get(schema)?.format;
  const maxLength = z.globalRegistry.get(input)?.maxLength ?? (input as z.ZodString).maxLength;
  return {
    optional: nullable,
    type: format as "date" | "datetime-local" | "email" | undefined,
    inputMode: def.type === "number" ? ("format" in def ? "numeric" : "decimal") : undefined,
    maxLength: isText(input) ? ((maxLength as number | null) ?? undefined) : undefined,
  } as const;
}

function numberOf(typed: string): number {
  const text = asciiDigits(typed).trim();
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** The value that is meant by what the fields show. */
export function valueOfTexts(schema: z.core.$ZodType, texts: Texts | undefined): unknown {
  const { schema: input, nullable } = inputOf(schema);
  const { def } = input._zod;
  if (def.type === "object") {
    const named = typeof texts === "object" && !Array.isArray(texts) ? texts : {};
    return Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, valueOfTexts(part, named[name])]));
  }
  if (def.type === "boolean") return texts === true;
  const text = typeof texts === "string" ? (asTyped(texts) as string) : "";
  if (def.type === "array") {
    if (!isText(def.element)) return Array.isArray(texts) ? texts.map((row) => valueOfTexts(def.element, row)) : [];
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  }
  if (nullable && text.trim() === "") return null;
  if (def.type === "number") return numberOf(text);
  return isInstant(def) ? (instantInIndia(text) ?? text) : text;
}

/** What the fields show for a value; without one, what they show before anything is typed. */
export function textsOfValue(schema: z.core.$ZodType, value?: unknown): Texts {
  const { schema: input, absent } = inputOf(schema);
  const { def } = input._zod;
  const known = value ?? absent;
  if (def.type === "object")
    return Object.fromEntries(
      Object.entries(def.shape).map(([name, part]) => [
        name,
        textsOfValue(part, (known as Record<string, unknown> | undefined)?.[name]),
      ]),
    );
  if (def.type === "array") {
    const items = Array.isArray(known) ? known : [];
    return isText(def.element) ? items.join("\n") : items.map((item) => textsOfValue(def.element, item));
  }
  if (def.type === "boolean") return known === true;
  if (known === null || known === undefined) return "";
  return isInstant(def) ? indiaDateTime(String(known)) : String(known);
}
