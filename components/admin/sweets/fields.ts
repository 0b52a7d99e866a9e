import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { details, type Fact, facts } from "@/lib/catalogue/facts";

/** Of the fields for money and for whole numbers. */
export const moneyInput = { type: "number", inputMode: "decimal", step: "0.01", min: "0.01" } as const;
export const countInput = { type: "number", inputMode: "numeric", step: "1" } as const;

/** The text of a fact's field, which `fromText` of lib/catalogue/fact-schemas.ts reads. */
function textOf({ kind }: Fact, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (kind === "mark") return value ? "on" : "";
  if (kind === "yesOrNo") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
const textsIn = <Facts extends Record<string, Fact>>(facts: Facts, values: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, textOf(fact, values[name])])) as Record<
    keyof Facts,
    string
  >;

/**
 * The visible fields of the form as texts; all empty for a new sweet. A ticked checkbox is "on", and allergens are separated by commas.
 */
export const textsOf = (sweet: AdminSweet | null) => ({
  name: sweet?.name ?? "",
  category: sweet?.category ?? "",
  description: sweet?.description ?? "",
  price: String(sweet?.price ?? ""),
  quantity: String(sweet?.quantity ?? ""),
  ...textsIn(facts, { ...sweet, ...sweet?.own }),
  ...textsIn(details, sweet?.details),
});
export type SweetTexts = ReturnType<typeof textsOf>;

const names = Object.keys(textsOf(null)) as (keyof SweetTexts)[];

/** The fields whose text differs from the sweet's. */
export function changesIn(form: FormData, base: SweetTexts): Partial<SweetTexts> {
  const now = names.map((name) => [name, String(form.get(name) ?? "")] as const);
  return Object.fromEntries(now.filter(([name, text]) => text !== base[name]));
}

/**
 * A stock that was typed while another one was shown, applied to the stock of now: it is changed by the same difference, so that sales
 * in the meantime are not undone.
 */
export function rebasedStock(typed: string, was: string, now: string): string {
  const rebased = Number(typed) + Number(now) - Number(was);
  return typed === "" || was === now || !Number.isInteger(rebased) ? typed : String(Math.max(0, rebased));
}

/** Changes that were typed while one stock was shown, applied to another. */
export const rebaseChanges = (changes: Partial<SweetTexts>, was: string, now: string): Partial<SweetTexts> =>
  changes.quantity === undefined ? changes : { ...changes, quantity: rebasedStock(changes.quantity, was, now) };

/** The name of the field that shows an error of the schema: `allergens` for `details.allergens.0`. */
export const fieldOf = (path: string) => path.replace(/^details\./, "").replace(/\..*/, "");
