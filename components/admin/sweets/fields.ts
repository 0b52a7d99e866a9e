import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { type DetailName, detailNames } from "@/lib/catalogue/constants";

/** The visible fields of the form as texts: a ticked checkbox is "on", and allergens are separated by commas. */
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
  | "prepHours"
  | "travels"
  | "hsn"
  | DetailName,
  string
>;

/** The text of a choice between yes, no and neither. */
const answer = (value: boolean | null | undefined) => (value ? "yes" : value === false ? "no" : "");

const box = (ticked: boolean | undefined) => (ticked ? "on" : "");

/** The text of a detail's field, which detailFromText of lib/catalogue/details.ts reads. */
function detailText(value: AdminSweet["details"][DetailName]): string {
  if (value === null) return "";
  if (typeof value === "boolean") return answer(value);
  return Array.isArray(value) ? value.join(", ") : String(value);
}

const detailTexts = (sweet: AdminSweet | null) =>
  Object.fromEntries(detailNames.map((name) => [name, detailText(sweet?.details[name] ?? null)])) as Record<
    DetailName,
    string
  >;

/** The texts of the fields for a sweet; all empty for a new one. */
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
  prepHours: String(sweet?.own.prepHours ?? ""),
  travels: answer(sweet?.own.travels),
  hsn: sweet?.own.hsn ?? "",
  ...detailTexts(sweet),
});

const names = Object.keys(textsOf(null)) as (keyof SweetTexts)[];

/** The fields whose text differs from the sweet's. */
export function changesIn(form: FormData, base: SweetTexts): Partial<SweetTexts> {
  const now = names.map((name) => [name, String(form.get(name) ?? "")] as const);
  return Object.fromEntries(now.filter(([name, text]) => text !== base[name]));
}

/**
 * Applies changes that were typed over one stock to another: the stock is changed by the same difference, so that sales in the
 * meantime are not undone.
 */
export function rebaseChanges(changes: Partial<SweetTexts>, was: string, now: string): Partial<SweetTexts> {
  const { quantity } = changes;
  const rebased = Number(quantity) + Number(now) - Number(was);
  if (!quantity || !Number.isInteger(rebased)) return changes;
  return { ...changes, quantity: String(Math.max(0, rebased)) };
}

/** The name of the field that shows an error of the schema: `allergens` for `details.allergens.0`. */
export const fieldOf = (path: string) => path.replace(/^details\./, "").replace(/\..*/, "");
