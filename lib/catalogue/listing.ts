import { categories } from "@/db/constants/catalogue";
import { MAX_SEARCH } from "@/db/constants/text";
import { type CategoryFilter, defaultSort, type Listing, type Sort, sorts } from "./constants";

/** Names on the category cards that are accepted for a category (docs/behaviour.md#catalogue). */
const aliases = new Map<string, CategoryFilter>([
  ["Sugar-Free Options", "Sugar-Free"],
  ["Premium Dry Fruits", "Dry Fruits"],
  ["Fresh Cakes", "Cakes"],
  ["Gift Boxes", "Gift Boxes"],
  ["ALL", "ALL"],
]);

/** Every word that `category` may be in a query, for the listing's rewrites. */
export const categoryWords = [...categories, ...[...aliases.keys()].filter((word) => word !== "ALL")];

/** A category's filter by its name or alias; undefined when unknown. */
export const categoryFilter = (word: string): CategoryFilter | undefined =>
  aliases.get(word) ?? categories.find((category) => category === word);

/*
 * The addresses of the listing. /products?category=…&sort=…&page=…&featured=true is made as a static page of an internal
 * path, /listing/<category>/<sort>/<page>/<featured>, to which server/addresses.ts leads; free text goes to /search. All views are of
 * one route, /products too: the browser's router takes what it knows of an address without a query for true of it with one.
 */

const wordOf = (name: string) => name.toLowerCase().replace(/\W+/g, "-");

const filters: CategoryFilter[] = ["ALL", ...categories, "Gift Boxes"];

/** Every category filter with its word in the internal path. */
export const categorySlugs: ReadonlyMap<string, string> = new Map(filters.map((name) => [name, wordOf(name)]));

const isSort = (text: string | undefined): text is Sort => text !== undefined && Object.hasOwn(sorts, text);

/** The listing of the parts of an internal path, or null when no address leads to it. */
export function listingOf(path: readonly string[]): Listing | null {
  const [categoryWord, sortWord, page = "", featured = "", ...more] = path;
  const category = filters.find((name) => wordOf(name) === categoryWord);
  const sort = (Object.keys(sorts) as Sort[]).find((name) => wordOf(name) === sortWord);
  if (!category || !sort || !/^[1-9]\d{0,2}$/.test(page) || !/^(featured|all)$/.test(featured) || more.length > 0)
    return null;
  return { category, sort, page: Number(page), featured: featured === "featured" };
}

/** Past the end of any listing of 12,000 sweets: what lies beyond shows the same last page, and is one page to keep. */
const LAST_PAGE = 999;

export type Query = Record<string, string | string[] | undefined>;

/** What a query asks for. Unknown values fall back to the defaults, so that an old or mistyped address still shows sweets. */
export function listingOfQuery(query: Query): Listing {
  const last = (name: string) => [query[name]].flat().at(-1);
  const page = last("page") ?? "";
  const sort = last("sort");
  // A form without JavaScript sends the sort that it stood under before the search, and that nobody had chosen it.
  const isChosen = isSort(sort) && sort !== last("unsorted");
  const search = (last("search") ?? "").replaceAll("\0", "").toWellFormed().trim().slice(0, MAX_SEARCH).toWellFormed();
  return {
    search: search || undefined,
    ranked: search !== "" && !isChosen ? true : undefined,
    category: categoryFilter(last("category") ?? "") ?? "ALL",
    sort: isSort(sort) ? sort : defaultSort,
    page: /^[1-9]\d*$/.test(page) ? Math.min(Number(page), LAST_PAGE) : 1,
    featured: last("featured") === "true",
  };
}

/** The internal path of a listing without a search. */
export const listingPath = ({ category, sort, page, featured }: Listing): string =>
  `/listing/${wordOf(category)}/${wordOf(sort)}/${page}/${featured ? "featured" : "all"}`;
