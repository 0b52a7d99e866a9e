import { asciiDigits } from "@/lib/digits";
import { packsInStock, withPack } from "./packs";

/* How what is typed or scanned at the till finds a pack. Plain data in, plain data out. */

/** A pack on sale as the till has it: price in rupees, the units that it takes, and how many are free in stock. */
export type TillPack = {
  productId: number;
  packId: number;
  units: number;
  name: string;
  slug: string;
  packLabel: string;
  price: number;
  available: number;
};

/** A day that an order by telephone can be for, and what it has left, in units, of each sweet that is made for the day. */
export type TillDay = {
  day: string;
  left: Record<number, number>;
  /** The festivals of the day that are open. Beyond the usual span the day is for their sweets alone. */
  festivals: { name: string; sweets: number[] }[];
  isInSpan: boolean;
};

/** How many of a pack are left: for the day, of what is made for it; else in stock. */
export function leftAtTill({ productId, units, available }: TillPack, day: TillDay | undefined): number {
  const left = day?.left[productId];
  return left === undefined ? available : packsInStock({ units }, { stock: left });
}

const comparable = (text: string) => asciiDigits(text).toLowerCase();

/** Whether a text has every word that was typed. */
export function hasWords(text: string, typed: string): boolean {
  const found = comparable(text);
  return comparable(typed)
    .split(/\s+/)
    .every((word) => found.includes(word));
}

/** The code of a sweet or of one of its packs: its number, its name in addresses, or the address of its page, as a label has it. */
function coded(text: string, packs: readonly TillPack[]): TillPack[] {
  const [, slug, pack] = /^(?:\S*\/)?([^\s/?#]+)(?:\?(?:\S*&)?pack=(\d+))?\S*$/.exec(text) ?? [];
  return packs.filter(
    ({ productId, packId, ...sweet }) =>
      (String(productId) === text || sweet.slug === slug) && (pack === undefined || String(packId) === pack),
  );
}

const nameOf = ({ name, packLabel }: TillPack) => comparable(withPack(name, packLabel));

/** The packs that have every word: first the one that is called so, then those that begin so; of each what is sold out last. */
function named(text: string, packs: readonly TillPack[]): TillPack[] {
  const [first = ""] = text.split(/\s+/);
  const rank = (pack: TillPack) => {
    if (nameOf(pack) === text) return 0;
    return (nameOf(pack).startsWith(first) ? 1 : 3) + (pack.available > 0 ? 0 : 1);
  };
  return packs.filter((pack) => hasWords(nameOf(pack), text)).toSorted((a, b) => rank(a) - rank(b));
}

/**
 * What was typed or scanned, the best match first, and how many of it: "2 kaju" are two, also when a pack of 250 g has a 2. A number that begins
 * a name or is a weight ("250 g kaju") counts nothing. `packs` have a sweet's default pack first.
 */
export function searchPacks(typed: string, packs: readonly TillPack[]): { quantity: number; found: TillPack[] } {
  const text = comparable(typed.trim());
  if (text === "") return { quantity: 1, found: [] };
  const find = (of: string) => [coded(of, packs), named(of, packs)].find((found) => found.length > 0) ?? [];
  const [, count, rest] = /^([1-9]\d{0,3})\s*[x×*]?\s+(?!k?g\b|pieces?\b)(\S.*)$/.exec(text) ?? [];
  const isName = coded(text, packs).length > 0 || packs.some((pack) => nameOf(pack).startsWith(text));
  return rest === undefined || isName
    ? { quantity: 1, found: find(text) }
    : { quantity: Number(count), found: find(rest) };
}
