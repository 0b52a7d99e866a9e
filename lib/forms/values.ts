import type { z } from "zod";
import { indiaDateTime, instantInIndia } from "@/lib/date-time-fields";
import { asciiDigits } from "@/lib/digits";
import { asTyped } from "@/lib/text";
import type { Texts } from "./texts";

/*
 * Values of a schema as the texts of a form, and back. Both follow the schema, so that a form has no second list of what its fields
 * mean. What was typed is translated only: whether it is right decides the schema.
 *
 *   object, list of objects   a name or an index in the field's name
 *   list of texts             one field with a line for each
 *   number                    its digits
 *   boolean                   a checkbox, "on"
 *   instant                   a day and time in India, 2025-11-12T10:42
 *   nullable                  empty for null
 */

type Schema = z.core.$ZodTypes;

/** The schema of what is put in, without what is done to it afterwards, and whether it may be null. */
function inputOf(schema: z.core.$ZodType): { schema: Schema; nullable: boolean } {
  const { def } = (schema as Schema)._zod;
  if (def.type === "pipe") return inputOf(def.in);
  if (def.type === "nullable") return { ...inputOf(def.innerType), nullable: true };
  if (def.type === "optional" || def.type === "default") return inputOf(def.innerType);
  return { schema: schema as Schema, nullable: false };
}

const isText = (schema: z.core.$ZodType) => inputOf(schema).schema._zod.def.type === "string";
const isInstant = (def: z.core.$ZodTypeDef) => "format" in def && def.format === "datetime";

function numberOf(typed: string): number {
  const text = asciiDigits(typed).trim();
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** The value that a form's texts stand for. */
export function valueOfTexts(schema: z.core.$ZodType, texts: Texts | undefined): unknown {
  const { schema: input, nullable } = inputOf(schema);
  const { def } = input._zod;
  if (def.type === "object") {
    const named = typeof texts === "object" && !Array.isArray(texts) ? texts : {};
    const value: Record<string, unknown> = {};
    for (const [name, part] of Object.entries(def.shape)) value[name] = valueOfTexts(part, named[name]);
    return value;
  }
  const text = typeof texts === "string" ? (asTyped(texts) as string) : "";
  if (def.type === "array") {
    if (!isText(def.element)) return Array.isArray(texts) ? texts.map((row) => valueOfTexts(def.element, row)) : [];
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  }
  if (def.type === "boolean") return text === "on";
  if (nullable && text.trim() === "") return null;
  if (def.type === "number") return numberOf(text);
  return isInstant(def) ? (instantInIndia(text) ?? text) : text;
}

/** The texts of a form that show a value. */
export function textsOfValue(schema: z.core.$ZodType, value: unknown): Texts {
  const { def } = inputOf(schema).schema._zod;
  if (def.type === "object") {
    const texts: { [name: string]: Texts } = {};
    for (const [name, part] of Object.entries(def.shape))
      texts[name] = textsOfValue(part, (value as Record<string, unknown> | null)?.[name]);
    return texts;
  }
  if (def.type === "array") {
    const items = Array.isArray(value) ? value : [];
    return isText(def.element) ? items.join("\n") : items.map((item) => textsOfValue(def.element, item));
  }
  if (def.type === "boolean") return value === true ? "on" : "";
  if (value === null || value === undefined) return "";
  return isInstant(def) ? indiaDateTime(String(value)) : String(value);
}
