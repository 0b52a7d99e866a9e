/** The five categories, in the order of the listing's filter. */
export const categories = ["Traditional Sweets", "Dry Fruits", "Sugar-Free", "Cakes", "Seasonal Specials"] as const;
export type Category = (typeof categories)[number];

/**
 * The HSN code of a sweet that has none of its own: sweetmeats, dried fruits, cakes (chapters 21, 8 and 19 of the customs tariff). The
 * owner's accountant decides.
 */
export const defaultHsn: Record<Category, string> = {
  "Traditional Sweets": "2106",
  "Dry Fruits": "0813",
  "Sugar-Free": "2106",
  Cakes: "1905",
  "Seasonal Specials": "2106",
};

/** Bounds of a sweet, which the forms, the API and the database check. Texts in characters, the price in paise. */
export const sweetBounds = {
  name: { min: 2, max: 120 },
  description: { min: 1, max: 2000 },
  price: { min: 1, max: 10_00_000_00 },
  /** Packs that a line of a cart or an order has at least. */
  minimumQuantity: { min: 1, max: 50 },
} as const;

/** Bounds of a pack: label in characters, `units` of the sweet's stock. A sweet has at most `most` packs on sale. */
export const packBounds = {
  label: { min: 1, max: 40 },
  grams: { min: 1, max: 1_00_000 },
  units: { min: 1, max: 1000 },
  most: 12,
} as const;

/** Bounds of a pair of other words for what is sold, in characters. */
export const searchWordBounds = { word: { min: 1, max: 60 }, means: { min: 1, max: 100 } } as const;

/** The bounds of a sweet's preparation time in hours: up to 30 days. */
export const prepHoursBounds = { min: 0, max: 720 } as const;
