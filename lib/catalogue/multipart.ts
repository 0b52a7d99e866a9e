import { z } from "zod";
import { asciiDigits } from "@/lib/digits";
import { assertShallow } from "@/lib/http/body";

const numbers = ["price", "stock", "quantity", "stockWas", "version", "prepHours"];
const booleans = ["featured", "sugarFree", "giftBox", "removeImage", "travels"];
/** Fields whose default an empty text brings back: a form cannot hold null. */
const clearable = ["prepHours", "travels", "hsn"];
const flag = z.stringbool();

/**
 * The text fields of a multipart body as what the schemas of a sweet take. What is no number, boolean or JSON stays
 * text, and the schema says what is wrong with it. Text stays as it was sent, line ends too.
 */
export function sweetFields(fields: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, parseField(name, text)]));
}

function parseField(name: string, text: string): unknown {
  if (clearable.includes(name) && text.trim() === "") return null;
  if (numbers.includes(name)) {
    const digits = asciiDigits(text);
    return /^\s*-?\d+(\.\d+)?\s*$/.test(digits) ? Number(digits) : text;
  }
  if (booleans.includes(name)) {
    const parsed = flag.safeParse(text.trim());
    return parsed.success ? parsed.data : text;
  }
  if (name !== "details") return text;
  assertShallow(text);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
