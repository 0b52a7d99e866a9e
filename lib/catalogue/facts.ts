import { categories, defaultHsn, packBounds, prepHoursBounds, sweetBounds } from "@/db/constants/catalogue";
import { CAKE_PREP_HOURS, TRAVELS_FROM_DAYS } from "@/db/constants/delivery";

/*
 * What is known of a sweet beside its name, category, description, price, packs and stock. Not in constants.ts, because public pages load
 * that.
 */

export type Fact = {
  label: string;
  /** What the API's document says of it, in requests and in answers. */
  means?: { input: string; output: string };
  /** Below its field in the owner's form. */
  hint?: string;
  /** Its name in the sentences of the audit log, when that is not its label. */
  auditName?: string;
  /** The column that the owner sets, of a fact whose own column is computed. Null sets nothing. */
  own?: string;
  /** A rule of a sale reads it: `ruleColumns` of select.ts has it. */
  isRule?: true;
} & (
  | { kind: "text"; max: number }
  /** Null until it is set, or `initial`. `sign`: of its unit, where it has one. */
  | ({ kind: "wholeNumber"; unit: string; sign?: string; min: number; max: number; initial?: number } & Unset)
  | { kind: "hsnCode" }
  /** At most `most` texts of `max` characters, typed with commas between. */
  | { kind: "list"; most: number; max: number }
  /** Yes, no or unknown. */
  | ({ kind: "yesOrNo"; yes: string; no: string } & Unset)
  /** Yes or no, and no until it is set. */
  | { kind: "mark"; hint?: never }
);
/** `unset`: in its field when nothing is set, what it is then. */
type Unset = { unset?: string };
/** A fact of which something is typed or chosen, while a mark is ticked. */
export type ValueFact = Exclude<Fact, { kind: "mark" }>;

/** The only list of facts and, below, details, in the order of the form. What follows from it: docs/adding-a-sweet-fact.md. */
export const facts = {
  imageAlt: {
    kind: "text",
    label: "Alt text",
    max: 300,
    hint: "Describes the photo for people who cannot see it",
    auditName: "description of the picture",
  },
  featured: { kind: "mark", label: "Featured" },
  sugarFree: { kind: "mark", label: "Sugar free", auditName: "sugar-free" },
  giftBox: { kind: "mark", label: "Gift box" },
  minimumQuantity: {
    kind: "wholeNumber",
    // Not "Minimum quantity": the field of the stock is called Quantity.
    label: "Minimum",
    unit: "packs",
    ...sweetBounds.minimumQuantity,
    initial: 1,
    means: {
      input: "Packs that a line of a cart or of a customer's order has at least; 1: no minimum",
      output: "Packs that a line of a cart or of a customer's order has at least",
    },
    hint: "Packs of a kind that a shopper takes at least",
    auditName: "minimum quantity",
    isRule: true,
  },
  prepHours: {
    kind: "wholeNumber",
    label: "Preparation",
    unit: "hours",
    ...prepHoursBounds,
    own: "ownPrepHours",
    means: {
      input: `Hours between an order and the start of its window; null: ${CAKE_PREP_HOURS} for cakes, 0 for others`,
      output: "Hours between an order and the start of its window",
    },
    hint: "From the order to the start of its window",
    unset: `Cakes ${CAKE_PREP_HOURS}, others 0`,
    isRule: true,
    auditName: "hours of preparation",
  },
  travels: {
    kind: "yesOrNo",
    label: "Travels by courier",
    yes: "Yes",
    no: "No",
    own: "ownTravels",
    means: {
      input: `Whether it can be sent by courier; null: when it keeps ${TRAVELS_FROM_DAYS} days or more`,
      output: "Whether it can be sent by courier",
    },
    unset: `By shelf life (${TRAVELS_FROM_DAYS} days or more)`,
    isRule: true,
  },
  hsn: {
    kind: "hsnCode",
    label: "HSN code",
    own: "ownHsn",
    means: {
      input: "The HSN code of invoices, 4, 6 or 8 digits; null: as its category has",
      output: "The HSN code under which invoices list it",
    },
    hint: `For invoices, 4, 6 or 8 digits. Empty: as its category has (${categories
      .map((category) => `${category} ${defaultHsn[category]}`)
      .join(", ")})`,
    auditName: "HSN",
  },
} as const satisfies Record<string, Fact>;

/** What a careful shopper asks of food sold at a distance. The API has it under `details`. */
export const details = {
  netWeightGrams: { kind: "wholeNumber", label: "Net weight", unit: "grams", sign: "g", ...packBounds.grams },
  shelfLifeDays: { kind: "wholeNumber", label: "Shelf life", unit: "days", min: 0, max: 3650 },
  ingredients: { kind: "text", label: "Ingredients", max: 2000 },
  allergens: { kind: "list", label: "Allergens", most: 20, max: 60 },
  vegetarian: { kind: "yesOrNo", label: "Vegetarian", yes: "Vegetarian", no: "Not vegetarian" },
  storage: { kind: "text", label: "Storage", max: 300 },
} as const satisfies Record<string, ValueFact & { own?: never; isRule?: never }>;

type Facts = typeof facts;
export type FactName = keyof Facts;
export type DetailName = keyof typeof details;
export const factNames = Object.keys(facts) as FactName[];
export const detailNames = Object.keys(details) as DetailName[];

type Values = { wholeNumber: number; text: string; hsnCode: string; list: string[]; yesOrNo: boolean; mark: boolean };
type NeverNull = { kind: "list" | "mark" } | { initial: number };
/** What is set of facts, and what is read of them: one that is computed when nothing is set is never null. */
export type AsSet<Some extends Record<string, Fact>> = {
  [N in keyof Some]: Values[Some[N]["kind"]] | (Some[N] extends NeverNull ? never : null);
};
export type AsRead<Some extends Record<string, Fact>> = {
  [N in keyof Some]: Values[Some[N]["kind"]] | (Some[N] extends NeverNull | { own: string } ? never : null);
};

export type OwnFact = { [N in FactName]: Facts[N] extends { own: string } ? N : never }[FactName];
export const ownFacts = factNames.filter((name) => "own" in facts[name]) as OwnFact[];
type RuleFact = { [N in FactName]: Facts[N] extends { isRule: true } ? N : never }[FactName];
export const ruleFacts = factNames.filter((name) => "isRule" in facts[name]) as RuleFact[];
type AsColumns<Fields> = { [N in keyof Fields as N extends OwnFact ? Facts[N]["own"] : N]: Fields[N] };
/** Fields by the columns that they set: `ownPrepHours` for `prepHours`. */
export const columnsSet = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [(facts as Record<string, Fact>)[name]?.own ?? name, value]),
  ) as AsColumns<Fields>;

/** The fact that a field of the audit log is, which entries of before have by the name in its sentences. */
export const factOf = (field: string): Fact | undefined =>
  Object.entries<Fact>({ ...facts, ...details }).find(
    ([name, fact]) => name === field || fact.auditName === field,
  )?.[1];

/** A field of a sweet as the sentences of the audit log name it. */
export const auditNameOf = (field: string): string =>
  field === "image" ? "picture" : (factOf(field)?.auditName ?? factOf(field)?.label.toLowerCase() ?? field);
