import type { Route } from "next";
import { toRupees } from "@/lib/money";

/*
 * The packs of a sweet as people see them. Plain data in, plain data out: for queries, pages and the browser.
 */

/** A pack that is on sale. Prices in rupees. */
export type Pack = {
  id: number;
  label: string;
  /** Net weight; null when it is sold by the piece. */
  grams: number | null;
  /** What one takes of the sweet's stock. */
  units: number;
  price: number;
  /** Rounded to a paisa; null when it is sold by the piece. */
  pricePerKg: number | null;
  /** How many can still be sold when nobody buys another pack of the sweet. */
  available: number;
  isDefault: boolean;
};

/** A row of the table, price in paise. */
export type PackRow = Pick<Pack, "id" | "label" | "grams" | "units" | "isDefault"> & { price: number };

/** The packs of a sweet with so many units in stock. */
export const toPacks = (rows: readonly PackRow[], stock: number): Pack[] =>
  rows.map(({ id, label, grams, units, price, isDefault }) => ({
    id,
    label,
    grams,
    units,
    price: toRupees(price),
    pricePerKg: grams === null ? null : toRupees(Math.round((price * 1000) / grams)),
    available: Math.floor(stock / units),
    isDefault,
  }));

/** How a pack is called that is one piece and that nobody has named. Lines of it do not name their pack. pack_label() of db/functions/packs.sql gives it. */
export const ONE_PIECE = "1 piece";

/** The label of a line's pack where it says more than the sweet's name; null for a plain piece. */
export const packNamed = (label: string): string | null => (label === ONE_PIECE ? null : label);

/** The address of a sweet's page with a pack chosen; the default pack needs no name. */
export const packHref = (slug: string, pack?: Pick<Pack, "id" | "isDefault">) =>
  (pack && !pack.isDefault ? `/products/${slug}?pack=${pack.id}` : `/products/${slug}`) as Route;

/** A sweet with its pack, for lists of one line each: "Kaju Katli, 250 g". */
export function withPack(name: string, label: string): string {
  const named = packNamed(label);
  return named === null ? name : `${name}, ${named}`;
}
