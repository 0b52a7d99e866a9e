import type { Route } from "next";
import { LOW_STOCK } from "@/db/constants/stock";
import { formatPaise, toPaise, toRupees } from "@/lib/money";
import type { Sweet } from "./responses";

/* The packs of a sweet as people see them. Plain data in, plain data out: for queries, pages and the browser. */

/** A pack that is on sale. Prices in rupees. */
export type Pack = Sweet["packs"][number];

/** A row of the table, price in paise. */
export type PackRow = Pick<Pack, "id" | "label" | "grams" | "units" | "isDefault"> & { price: number };

/** A pack in the owner's form, on sale or not. Price in rupees. */
export type EditedPack = PackRow & { active: boolean };

/** What a pack takes of the stock of its sweet. */
export type Units = Pick<Pack, "units">;
/** The units that are left of a sweet. */
export type Stock = { stock: number };
/** What decides how many packs of a sweet can be sold: its stock, and its facts of `ruleColumns` (./select.ts). */
export type Rules = Stock & { minimumQuantity: number };

/** How many of a pack are in stock: what the owner counts, however many of them can be sold. */
export const packsInStock = ({ units }: Units, { stock }: Stock): number => Math.floor(stock / units);

/** How many of a pack can be sold: one number for lists, pages, carts, days and search engines. For a day, `stock` is what its plan has left. */
export function packsToSell(pack: Units, sweet: Rules): number {
  const packs = packsInStock(pack, sweet);
  return packs < sweet.minimumQuantity ? 0 : packs;
}

/** How a number of packs is shown. */
export const availabilityOf = (packs: number) => (packs < 1 ? "sold out" : packs < LOW_STOCK ? "low" : "enough");

/** Whether nothing is left in any of these packs. */
export const isSoldOut = (packs: readonly Pick<Pack, "available">[]): boolean =>
  packs.every(({ available }) => availabilityOf(available) === "sold out");

/** The packs of a sweet, of which `left` says how many there are. */
export const toPacks = (rows: readonly PackRow[], left: (pack: Units) => number): Pack[] =>
  rows.map(({ id, label, grams, units, price, isDefault }) => ({
    id,
    label,
    grams,
    units,
    price: toRupees(price),
    pricePerKg: grams === null ? null : toRupees(Math.round((price * 1000) / grams)),
    available: left({ units }),
    isDefault,
  }));

/** A pack as cards and pages show it. */
export type PackChoice = Omit<Pack, "pricePerKg">;

/** The packs that can be chosen between; undefined when there is nothing to choose. */
export const packChoices = (packs: readonly Pack[]): PackChoice[] | undefined =>
  packs.length < 2 ? undefined : packs.map(({ pricePerKg: _, ...pack }) => pack);

/** The pack that is chosen at first: the default one; when it is sold out, the largest that can still be sold. */
export const firstChoice = <P extends Pick<Pack, "available" | "isDefault">>(packs: readonly P[]): P | undefined => {
  const standard = packs.find(({ isDefault }) => isDefault) ?? packs[0];
  return standard && isSoldOut([standard]) ? (packs.findLast((pack) => !isSoldOut([pack])) ?? standard) : standard;
};

/** The address of a sweet's page with a pack chosen; the default pack needs no name. */
export const packHref = (slug: string, pack?: Pick<Pack, "id" | "isDefault">) =>
  (pack && !pack.isDefault ? `/products/${slug}?pack=${pack.id}` : `/products/${slug}`) as Route;

/** 500 g, 1 kg, 1.5 kg */
export const formatWeight = (grams: number) => (grams < 1000 ? `${grams} g` : `${grams / 1000} kg`);

/** How many pieces a label says: "Box of 12 pieces". */
const PIECES = /(\d+)\s*(?:pieces?|pcs?)\b/i;

/**
 * The unit price that stands beside a price: "₹90 per 100 g" for a pack with a net weight, else "₹15 per piece" for one of several
 * pieces, rounded to a paisa; null for a single piece. India's Legal Metrology (Packaged Commodities) Rules 2011 ask for a unit sale
 * price, per gram below a kilogram; per 100 g is the same price in a figure that shoppers compare sweets by.
 */
export function unitPrice({ label, grams, units, price }: Pick<Pack, "label" | "grams" | "units" | "price">) {
  const pieces = Number(PIECES.exec(label)?.[1] ?? units);
  if (grams === null && pieces < 2) return null;
  const paise = toPaise(price) / (grams === null ? pieces : grams / 100);
  return `${formatPaise(Math.round(paise))} per ${grams === null ? "piece" : "100 g"}`;
}

/**
 * How a pack is called that is one piece and that nobody has named. Lines of it do not name their pack. pack_label() of
 * db/functions/packs.sql gives it.
 */
export const ONE_PIECE = "1 piece";

/** The label of a line's pack where it says more than the sweet's name; null for a plain piece. */
export const packNamed = (label: string): string | null => (label === ONE_PIECE ? null : label);

/** A sweet with its pack, for lists of one line each: "Kaju Katli, 250 g". */
export function withPack(name: string, label: string): string {
  const named = packNamed(label);
  return named === null ? name : `${name}, ${named}`;
}

/** Such names in one line. A name with its pack has a comma already: then semicolons stand between them. */
export const listNames = (names: readonly string[]): string =>
  names.join(names.some((name) => name.includes(",")) ? "; " : ", ");
