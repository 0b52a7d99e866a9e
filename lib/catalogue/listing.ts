import {
  type CategoryFilter,
  categories,
  categoryFilter,
  categoryWords,
  defaultSort,
  type Listing,
  type Sort,
  sorts,
} from "./choices";

/*
 * The addresses of the listing. /products?category=…&sort=…&page=…&featured=true is made as a static page of an internal
 * path, /listing/<category>/<sort>/<page>/<featured>, to which next.config.ts rewrites it; free text goes to /search.
 * One table serves the rewrites, the pages and the links.
 */

const wordOf = (name: string) => name.toLowerCase().replace(/\W+/g, "-");

/** Every category filter with its word in the internal path. */
export const categorySlugs: ReadonlyMap<string, string> = new Map(
  (["ALL", ...categories, "Gift Boxes"] satisfies CategoryFilter[]).map((name) => [name, wordOf(name)]),
);
const sortSlugs: ReadonlyMap<string, string> = new Map(Object.keys(sorts).map((sort) => [sort, wordOf(sort)]));

const slugOf = (slugs: ReadonlyMap<string, string>, name: string) => slugs.get(name) as string;
const nameOf = (slugs: ReadonlyMap<string, string>, slug: string) =>
  [...slugs].find(([, candidate]) => candidate === slug)?.[0];

export const isSort = (text: string | undefined): text is Sort => text !== undefined && Object.hasOwn(sorts, text);

export type ListingParams = { category: string; sort: string; page: string; featured: string };

/** The parts of the internal path. */
export function listingParams({ category, sort, page, featured }: Omit<Listing, "search" | "ranked">): ListingParams {
  return {
    category: slugOf(categorySlugs, category),
    sort: slugOf(sortSlugs, sort),
    page: String(page),
    featured: featured ? "featured" : "all",
  };
}

/** What an internal path stands for, or null when the rewrites never lead to it. */
export function listingOf(params: ListingParams): Listing | null {
  const category = nameOf(categorySlugs, params.category) as CategoryFilter | undefined;
  const sort = nameOf(sortSlugs, params.sort) as Sort | undefined;
  if (!category || !sort || !/^[1-9]\d{0,2}$/.test(params.page) || !/^(featured|all)$/.test(params.featured))
    return null;
  return { category, sort, page: Number(params.page), featured: params.featured === "featured" };
}

/** Past the end of any listing of 12,000 sweets: what lies beyond shows the same last page, and is one page to keep. */
const LAST_PAGE = 999;

type Query = Record<string, string | string[] | undefined>;

/** What a query asks for; unknown values fall back to the defaults (decisions §8). */
export function listingOfQuery(query: Query): Listing {
  const last = (name: string) => [query[name]].flat().at(-1);
  const page = last("page") ?? "";
  const sort = last("sort");
  const search = (last("search") ?? "").replaceAll("\0", "").toWellFormed().trim().slice(0, 200).toWellFormed();
  return {
    search: search || undefined,
    ranked: search !== "" && !isSort(sort) ? true : undefined,
    category: categoryFilter(last("category") ?? "") ?? "ALL",
    sort: isSort(sort) ? sort : defaultSort,
    page: /^[1-9]\d*$/.test(page) ? Math.min(Number(page), LAST_PAGE) : 1,
    featured: last("featured") === "true",
  };
}

type Rewrite = { source: string; destination: string; has?: { type: "query"; key: string; value: string }[] };

/** Each step fills in one part of the path: the value when the query has a known one, else the default. */
export function listingRewrites(): Rewrite[] {
  const when = (key: string, value: string) => [{ type: "query" as const, key, value }];
  const literally = (text: string) => text.replace(/[^\w ]/g, "\\$&");
  const c = "/listing/:c";
  const s = `${c}/:s`;
  const p = `${s}/:p`;
  return [
    { source: "/products", has: when("search", ".*\\S.*"), destination: "/search" },
    ...categoryWords.map((word) => ({
      source: "/products",
      has: when("category", literally(word)),
      destination: `/listing/${slugOf(categorySlugs, categoryFilter(word) ?? "ALL")}`,
    })),
    { source: "/products", destination: "/listing/all" },
    ...[...sortSlugs].map(([sort, slug]) => ({
      source: c,
      has: when("sort", literally(sort)),
      destination: `${c}/${slug}`,
    })),
    { source: c, destination: `${c}/${slugOf(sortSlugs, defaultSort)}` },
    { source: s, has: when("page", "(?<n>[1-9]\\d{0,2})"), destination: `${s}/:n` },
    { source: s, has: when("page", "[1-9]\\d{3,}"), destination: `${s}/${LAST_PAGE}` },
    { source: s, destination: `${s}/1` },
    { source: p, has: when("featured", "true"), destination: `${p}/featured` },
    { source: p, destination: `${p}/all` },
  ];
}
