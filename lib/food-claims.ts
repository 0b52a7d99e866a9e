/*
 * What the shop says about its food, once. The questions, contact, About, the category cards and the terms repeat these
 * words; tests/api/food-claims.test.ts compares them with the catalogue and with the pages.
 */

const listed = (words: readonly string[], type: "conjunction" | "disjunction") =>
  new Intl.ListFormat("en-IN", { type }).format(words);

/** What sweetens the sweets with the Sugar Free badge. */
export const sweeteners = ["dates", "figs", "stevia", "maltitol"] as const;

/** Allergens that the kitchen works with, as labels name them. */
export const kitchenAllergens = ["milk", "tree nuts", "peanuts", "wheat", "sesame", "soy"] as const;

const sweetened = `sweetened with ${listed(sweeteners, "disjunction")}`;

export const foodClaims = {
  preservatives:
    "Our sweets are made without preservatives. Dried apricots contain sulphur dioxide (INS 220), as their label says.",
  colours: "We use no artificial colours.",
  sugarFree: `No added sugar: ${sweetened}.`,
  sugarFreeRange: `Our sugar-free sweets are made without added sugar and ${sweetened}.`,
  sugarFreeFilter: "Choose Sugar-Free in the category filter to see all sweets with the Sugar Free badge.",
  sugarFreeCare:
    "Dates and figs bring natural sugar of their own, and a lot of maltitol can have a laxative effect; each label says what is inside.",
  traces: `Our kitchen works with ${listed(kitchenAllergens, "conjunction")} every day, so traces cannot be ruled out.`,
} as const;
