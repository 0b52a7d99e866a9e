/*
 * What the shop claims about its food. Every page that makes such a claim takes the text from here, and
 * tests/api/food-claims.test.ts compares the claims with the catalogue.
 */

const formatList = (words: readonly string[], type: "conjunction" | "disjunction") =>
  new Intl.ListFormat("en-IN", { type }).format(words);

/** The sweeteners of the sweets with the Sugar Free badge. */
export const sweeteners = ["dates", "figs", "stevia", "maltitol"] as const;

/** Allergens in the kitchen, by the names used on labels. */
export const kitchenAllergens = ["milk", "tree nuts", "peanuts", "wheat", "sesame", "soy"] as const;

const sweetened = `sweetened with ${formatList(sweeteners, "disjunction")}`;

export const foodClaims = {
  preservatives:
    "Our sweets are made without preservatives. Dried apricots contain sulphur dioxide (INS 220), as their label says.",
  colours: "We use no artificial colours.",
  sugarFree: `No added sugar: ${sweetened}.`,
  sugarFreeRange: `Our sugar-free sweets are made without added sugar and ${sweetened}.`,
  sugarFreeFilter: "Choose Sugar-Free in the category filter to see all sweets with the Sugar Free badge.",
  sugarFreeCare:
    "Dates and figs bring natural sugar of their own, and a lot of maltitol can have a laxative effect; each label says what is inside.",
  traces: `Our kitchen works with ${formatList(kitchenAllergens, "conjunction")} every day, so traces cannot be ruled out.`,
} as const;
