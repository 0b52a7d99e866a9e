import type { AdminSweet } from "@/lib/catalogue/admin.server";
import { newSweetForm, sweetForm } from "@/lib/catalogue/schema";

/** The fields of the form that a person fills in, as text: a ticked box is "on". Allergens are one text with commas. */
export type SweetTexts = Record<
  | "name"
  | "category"
  | "description"
  | "price"
  | "quantity"
  | "featured"
  | "sugarFree"
  | "giftBox"
  | "imageAlt"
  | "netWeightGrams"
  | "ingredients"
  | "allergens"
  | "shelfLifeDays"
  | "storage"
  | "vegetarian",
  string
>;

const box = (ticked: boolean | undefined) => (ticked ? "on" : "");

/** What the fields say of a sweet; empty for a new one. */
export const textsOf = (sweet: AdminSweet | null): SweetTexts => ({
  name: sweet?.name ?? "",
  category: sweet?.category ?? "",
  description: sweet?.description ?? "",
  price: String(sweet?.price ?? ""),
  quantity: String(sweet?.quantity ?? ""),
  featured: box(sweet?.featured),
  sugarFree: box(sweet?.sugarFree),
  giftBox: box(sweet?.giftBox),
  imageAlt: sweet?.imageAlt ?? "",
  netWeightGrams: String(sweet?.details.netWeightGrams ?? ""),
  ingredients: sweet?.details.ingredients ?? "",
  allergens: sweet?.details.allergens.join(", ") ?? "",
  shelfLifeDays: String(sweet?.details.shelfLifeDays ?? ""),
  storage: sweet?.details.storage ?? "",
  vegetarian: sweet?.details.vegetarian == null ? "" : sweet.details.vegetarian ? "yes" : "no",
});

const names = Object.keys(textsOf(null)) as (keyof SweetTexts)[];

/** What was typed into a form, of fields whose text is not the sweet's any more. */
export function changesIn(form: FormData, base: SweetTexts): Partial<SweetTexts> {
  const now = names.map((name) => [name, String(form.get(name) ?? "")] as const);
  return Object.fromEntries(now.filter(([name, text]) => text !== base[name]));
}

/** Changes of one version of a sweet for another: stock is moved by what was typed, so that a sale meanwhile is not undone. */
export function movedTo(changes: Partial<SweetTexts>, was: string, now: string): Partial<SweetTexts> {
  const { quantity } = changes;
  const moved = Number(quantity) + Number(now) - Number(was);
  if (!quantity || !Number.isInteger(moved)) return changes;
  return { ...changes, quantity: String(Math.max(0, moved)) };
}

// A field of the answer belongs to the form's field of that name; `details.allergens.0` to `allergens`.
const fieldOf = (path: string) => path.replace(/^details\./, "").replace(/\..*/, "");

/** Messages by the form's field, the first of each. */
export function fieldErrorsOf(errors: [path: string, message: string][]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [path, message] of errors) fields[fieldOf(path)] ??= message;
  return fields;
}

/** Checks the form with the schema that the server checks with. */
export function check(typed: Record<string, unknown>, isNew: boolean): Record<string, string> {
  const parsed = (isNew ? newSweetForm : sweetForm).safeParse(typed);
  if (parsed.success) return {};
  return fieldErrorsOf(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]));
}
