import type { Changes } from "@/db/constants/auth";
import type { Category } from "@/db/constants/catalogue";
import { AppError } from "@/lib/errors";
import { toPaise } from "@/lib/money";
import type { PriceRow } from "./price-responses";
import type { NewPrice } from "./price-schema";

/** A pack as the page of the prices shows it. Price in rupees. */
export type PricedPack = PriceRow & { category: Category; grams: number | null; units: number };

/** A pack that is to have another price. */
export type PriceChange = { pack: PricedPack; price: number };

/** What the log calls the price of a pack, by the pack's label. */
export const priceField = (label: string) => `price of ${label}`;

/** Rupees that prices are rounded to. */
export const roundings = [1, 5, 10] as const;

/**
 * A price in rupees, changed by so many per cent and rounded to the nearest 1, 5 or 10 rupees, to one of them at least. Rounding does not
 * turn it around: what is raised does not fall, and what is lowered does not rise.
 */
export function byPercent(price: number, percent: number, rounding: number): number {
  // In whole numbers: 10 % more than ₹2.25 is exactly ₹2.475.
  const exact = (toPaise(price) * (10_000 + Math.round(percent * 100))) / 10_000;
  const rounded = Math.max(1, Math.round(exact / toPaise(rounding))) * rounding;
  return percent > 0 ? Math.max(price, rounded) : Math.min(price, rounded);
}

/** By how many per cent a price changes. */
export const percentOf = ({ pack, price }: PriceChange): number => (price / pack.price - 1) * 100;

/** "+5 %", "−2.5 %"; of small changes a decimal. */
export function percentText(percent: number): string {
  const shown = Math.abs(percent) < 10 ? Math.round(percent * 10) / 10 : Math.round(percent);
  return `${shown > 0 ? "+" : shown < 0 ? "−" : ""}${Math.abs(shown)} %`;
}

/** "from −2 % to +6 %", or the one change that all have. */
export function percentSpan(changes: readonly PriceChange[]): string {
  const percents = changes.map(percentOf);
  const [least, most] = [percentText(Math.min(...percents)), percentText(Math.max(...percents))];
  return least === most ? `by ${least}` : `from ${least} to ${most}`;
}

/** What is sent to save changes. */
export const toNewPrices = (changes: readonly PriceChange[]): NewPrice[] =>
  changes.map(({ pack: { productId, packId, version }, price }) => ({ productId, packId, price, version }));

/** A pack as it is stored under the lock of its sweet, price in paise. */
export type StoredPrice = Omit<PriceRow, "price"> & { price: number };

/**
 * The stored packs whose price changes, each with the new price in paise. Throws `not_found` with the rows whose pack is not one of their
 * sweet, and `stale_version` with the sweets that were changed since the rows were read.
 */
export function changedPrices(rows: readonly NewPrice[], stored: readonly StoredPrice[]) {
  const packs = new Map(stored.map((pack) => [pack.packId, pack]));
  const found = rows.map((row) => ({ row, pack: packs.get(row.packId) }));
  const message = "This sweet has no such pack";
  const errors = found.flatMap(({ row, pack }, at) =>
    pack?.productId === row.productId ? [] : [{ path: `${at}.packId`, message }],
  );
  if (errors.length > 0) throw new AppError("not_found", "Pack not found.", { errors });
  const known = found as { row: NewPrice; pack: StoredPrice }[];
  const items = [...new Set(known.flatMap(({ row, pack }) => (row.version === pack.version ? [] : [row.productId])))];
  if (items.length > 0)
    throw new AppError("stale_version", "Some of these sweets have been changed in the meantime. Nothing was saved.", {
      items,
    });
  return known
    .map(({ row, pack }) => ({ pack, price: toPaise(row.price) }))
    .filter(({ pack, price }) => pack.price !== price);
}

/**
 * The prices before a save, read from its entries in the audit log. Null when one of its sweets was edited or deleted after it, which the
 * sweet's `updatedAt` shows.
 */
export function pricesBefore(
  entries: readonly { nounId: string | null; changes: Changes }[],
  packs: readonly (PriceRow & { updatedAt: string })[],
  at: string,
): NewPrice[] | null {
  const byField = new Map(packs.map((pack) => [`${pack.productId} ${priceField(pack.label)}`, pack]));
  const before = entries.flatMap(({ nounId, changes }) =>
    Object.entries(changes).map(([field, [from, to]]) => {
      const pack = byField.get(`${nounId} ${field}`);
      if (!pack || pack.updatedAt !== at || pack.price !== to || typeof from !== "number") return null;
      return { productId: pack.productId, packId: pack.packId, price: from, version: pack.version };
    }),
  );
  return before.includes(null) ? null : (before as NewPrice[]);
}
