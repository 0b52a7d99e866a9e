type Detail = { label: string } & (
  | { kind: "wholeNumber"; unit: { many: string; short: string }; min: number; max: number }
  | { kind: "text"; max: number }
  /** At most `most` texts of `max` characters, typed with commas between. */
  | { kind: "list"; most: number; max: number }
  /** Its label is what "yes" means; `no` is the other answer. */
  | { kind: "yesOrNo"; no: string }
);

/**
 * The details of a sweet: what a careful shopper asks of food sold at a distance. This is their only list: the columns that are read,
 * the schemas of the API, the OpenAPI document and the owner's form follow from it, and the compiler or a test asks for the rest
 * (docs/adding-a-sweet-fact.md). In the order of the form.
 */
export const details = {
  netWeightGrams: {
    kind: "wholeNumber",
    label: "Net weight",
    unit: { many: "grams", short: "g" },
    min: 1,
    max: 1_00_000,
  },
  shelfLifeDays: {
    kind: "wholeNumber",
    label: "Shelf life",
    unit: { many: "days", short: "days" },
    min: 0,
    max: 3650,
  },
  ingredients: { kind: "text", label: "Ingredients", max: 2000 },
  allergens: { kind: "list", label: "Allergens", most: 20, max: 60 },
  vegetarian: { kind: "yesOrNo", label: "Vegetarian", no: "Not vegetarian" },
  storage: { kind: "text", label: "Storage", max: 300 },
} as const satisfies Record<string, Detail>;

export type DetailName = keyof typeof details;
export const detailNames = Object.keys(details) as DetailName[];
