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

/** What a search for 'nut free' or 'eggless' may be asked for, by the names of lib/catalogue/free-of.ts. */
type SearchClaims = { freeOf: readonly string[]; vegetarian: boolean; undeclared: readonly string[] };

/** Substances of the allergens that the sentence of traces names. */
const inKitchen = new Set("nuts peanuts almonds cashews pistachios walnuts gluten milk soy sesame".split(" "));

/** What a page says above the sweets that such a search has found. */
export function searchClaims({ freeOf, vegetarian, undeclared }: SearchClaims): string[] {
  const named = freeOf.filter((name) => name !== "sugar");
  const badge =
    freeOf.includes("sugar") &&
    "Only sweets with the Sugar Free badge, whose ingredients are declared and name no sugar, are shown.";
  const declared =
    named.length > 0 &&
    `Only sweets whose ingredients are declared and name no ${formatList(named, "disjunction")} are shown.`;
  const marked = vegetarian && "Only sweets that are declared as vegetarian are shown.";
  const untold =
    undeclared.length > 0 &&
    `Our labels do not tell which sweets are free of ${formatList(undeclared, "disjunction")}. Only sweets that say so in their names are shown.`;
  const traces =
    named.length > 0 && (named.some((name) => inKitchen.has(name)) ? foodClaims.traces : "Traces cannot be ruled out.");
  const label = freeOf.length > 0 && "Please read the label.";
  return [badge, declared, marked, untold, traces, label].filter((text) => text !== false);
}
