import { assertShallow } from "@/lib/http/body";
import { factSchemas, flagFrom, numberFrom } from "./fact-schemas";
import type { FactName } from "./facts";

const numbers = ["price", "stock", "quantity", "stockWas", "version"];

/**
 * The text fields of a multipart body as what the schemas of a sweet take. What is no number, boolean or JSON stays
 * text, and the schema says what is wrong with it. Text stays as it was sent, line ends too.
 */
export function sweetFields(fields: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, parseField(name, text)]));
}

function parseField(name: string, text: string): unknown {
  if (Object.hasOwn(factSchemas.fromText, name)) return factSchemas.fromText[name as FactName](text);
  if (numbers.includes(name)) return numberFrom(text);
  if (name === "removeImage") return flagFrom(text);
  if (name !== "details") return text;
  assertShallow(text);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
