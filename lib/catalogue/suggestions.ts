import type { Route } from "next";
import { categories } from "@/db/constants/catalogue";
import { toLatin } from "@/lib/transliterate";
import { listingHref } from "./constants";
import { packHref } from "./packs";
import { isClaim, toSearchQuery } from "./search-query";

/** A sweet in /sweets.json. */
export type SuggestedSweet = { name: string; slug: string; price: string; picture: string | null };
type Suggestion = { name: string; href: Route } & Partial<SuggestedSweet>;

const folded = (text: string) => toLatin(text.toLowerCase()).normalize("NFKD").replace(/\p{M}/gu, "");
const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether each typed word begins a word of the name, of at least one. */
function isBegunBy(name: string, typed: string): boolean {
  const begun = wordsOf(typed);
  return begun.length > 0 && begun.every((part) => wordsOf(name).some((word) => word.startsWith(part)));
}

/**
 * Pages of the first sweets and categories whose names have what was typed, read as the listing's search reads it. Names do not tell what is
 * free of nuts: a search that asks for it gets no sweets here.
 */
export function suggestionsFor(typed: string, sweets: readonly SuggestedSweet[]): Suggestion[] {
  const { terms, strict, ...claims } = toSearchQuery(typed, []);
  const isByName = terms.length > 0 && !strict && !isClaim(claims);
  const isFound = ({ name }: SuggestedSweet) =>
    isByName && terms.every(({ words }) => words.some((word) => isBegunBy(name, word)));
  const isLater = ({ name }: SuggestedSweet) => Number(!folded(name).startsWith(folded(typed)));
  const found = sweets.filter(isFound).toSorted((a, b) => isLater(a) - isLater(b));
  const named = [...categories, "Gift Boxes" as const].filter((category) => isBegunBy(category, typed));
  return [
    ...found.slice(0, 6).map((sweet) => ({ ...sweet, href: packHref(sweet.slug) })),
    ...named.slice(0, 3).map((category) => ({ name: category, href: listingHref({ category }) })),
  ];
}
