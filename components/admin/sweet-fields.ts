import type { z } from "zod";
import type { AdminSweet } from "@/lib/catalogue/admin.server";
import { createSweetInput, updateSweetInput } from "@/lib/catalogue/input";

/** What the form holds: as typed. A number that is not there is empty; allergens are one text with commas. */
export type SweetFormValues = {
  name: string;
  category: string;
  description: string;
  price: number | "";
  quantity: number | "";
  featured: boolean;
  sugarFree: boolean;
  giftBox: boolean;
  imageAlt: string;
  netWeightGrams: number | null;
  ingredients: string;
  allergens: string;
  shelfLifeDays: number | null;
  storage: string;
  vegetarian: "" | "yes" | "no";
};

export const valuesOf = (sweet: AdminSweet | null): SweetFormValues => ({
  name: sweet?.name ?? "",
  category: sweet?.category ?? "",
  description: sweet?.description ?? "",
  price: sweet?.price ?? "",
  quantity: sweet?.quantity ?? "",
  featured: sweet?.featured ?? false,
  sugarFree: sweet?.sugarFree ?? false,
  giftBox: sweet?.giftBox ?? false,
  imageAlt: sweet?.imageAlt ?? "",
  netWeightGrams: sweet?.details.netWeightGrams ?? null,
  ingredients: sweet?.details.ingredients ?? "",
  allergens: sweet?.details.allergens.join(", ") ?? "",
  shelfLifeDays: sweet?.details.shelfLifeDays ?? null,
  storage: sweet?.details.storage ?? "",
  vegetarian: sweet?.details.vegetarian == null ? "" : sweet.details.vegetarian ? "yes" : "no",
});

const textOrNull = (text: string) => text.trim() || null;

/** The form as the API takes it. */
export const inputOf = (values: SweetFormValues) => ({
  name: values.name,
  category: values.category,
  description: values.description,
  price: values.price,
  quantity: values.quantity,
  featured: values.featured,
  sugarFree: values.sugarFree,
  giftBox: values.giftBox,
  imageAlt: values.imageAlt,
  details: {
    netWeightGrams: values.netWeightGrams,
    ingredients: textOrNull(values.ingredients),
    allergens: values.allergens
      .split(",")
      .map((word) => word.trim())
      .filter(Boolean),
    shelfLifeDays: values.shelfLifeDays,
    storage: textOrNull(values.storage),
    vegetarian: values.vegetarian === "" ? null : values.vegetarian === "yes",
  },
});

// A field of the answer belongs to the form's field of that name; `details.allergens.0` to `allergens`.
const fieldOf = (path: string) => path.replace(/^details\./, "").replace(/\..*/, "") as keyof SweetFormValues;

/** Errors by the form's field, the first of each. */
export function fieldErrorsOf(errors: { path: string; message: string }[]) {
  const fields: Partial<Record<keyof SweetFormValues, string>> = {};
  for (const { path, message } of errors) fields[fieldOf(path === "stock" ? "quantity" : path)] ??= message;
  return fields;
}

/** Checks the form with the schema that the server checks with. Stock that stays as it is may be any (restock has no limit). */
export function check(values: SweetFormValues, was: AdminSweet | null) {
  const schema: z.ZodType = was ? updateSweetInput : createSweetInput;
  const { quantity, ...rest } = inputOf(values);
  const parsed = schema.safeParse(was?.quantity === quantity ? rest : { ...rest, quantity });
  if (parsed.success) return {};
  return fieldErrorsOf(parsed.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message })));
}

/** The fields that changed as multipart form data; of a new sweet, all. */
export function formDataOf(values: SweetFormValues, was: SweetFormValues | null): FormData {
  const form = new FormData();
  const now = inputOf(values);
  const before = was && inputOf(was);
  for (const [name, value] of Object.entries(now) as [keyof typeof now, unknown][]) {
    const text = name === "details" ? JSON.stringify(value) : String(value);
    if (before && text === (name === "details" ? JSON.stringify(before.details) : String(before[name]))) continue;
    form.set(name === "quantity" ? "stock" : name, text);
  }
  return form;
}
