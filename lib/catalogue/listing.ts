import {
  type CategoryFilter,
  categories,
  categoryFilter,
  categoryWords,
  defaultSort,
  type Listing,
  type Sort,
  sorts,
} from "./constants";

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

/** The parts of the internal path. */
export type ListingParams = { category: string; sort: string; page: string; featured: string };

/** The listing of an internal path, or null when the rewrites never lead to it. */
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

/** What a query asks for. Unknown values fall back to the defaults, so that an old or mistyped address still shows sweets. */
export function listingOfQuery(query: Query): Listing {
  const last = (name: string) => [query[name]].flat().at(-1);
  const page = last("page") ?? "";
  const sort = last("sort");
  // A form without JavaScript sends the sort that it stood under before the search, and that nobody had chosen it.
  const isChosen = isSort(sort) && sort !== last("unsorted");
  const search = (last("search") ?? "").replaceAll("\0", "").toWellFormed().trim().slice(0, 200).toWellFormed();
  return {
    search: search || undefined,
    ranked: search !== "" && !isChosen ? true : undefined,
    category: categoryFilter(last("category") ?? "") ?? "ALL",
    sort: isSort(sort) ? sort : defaultSort,
    page: /^[1-9]\d*$/.test(page) ? Math.min(Number(page), LAST_PAGE) : 1,
    featured: last("featured") === "true",
  };
}

type Condition = { type: "query"; key: string; value?: string };
type Rewrite = { source: string; destination: string; has?: Condition[]; missing?: Condition[] };

/**
 * Of three rules a request meets one, or two: each that applies costs about as much as the rest of a cached response. First the
 * page without a query; else the category, then all of sort, page and featured at once, those first that ask for most. What has no
 * known value falls back to the default. Few rules: Next compiles the sources of all of them for each request. All views are of one
 * route, /products too: the browser's router takes what it knows of an address without a query for true of it with one.
 */
export function listingRewrites(): Rewrite[] {
  const query = (key: string, value?: string): Condition => ({ type: "query", key, value });
  const literally = (text: string) => text.replace(/[^\w ]/g, "\\$&");
  const chosen = Object.keys(sorts).filter((sort) => sort !== defaultSort);
  const part = (index: number) => [...new Set(chosen.map((sort) => sort.split(":")[index]))].join("|");
  const sorted = { to: ":by-:way", has: [query("sort", `(?<by>${part(0)}):(?<way>${part(1)})`)] };
  const newest = { to: slugOf(sortSlugs, defaultSort), has: [] };
  const counted = { to: ":n", has: [query("page", "(?<n>[1-9]\\d{0,2})")] };
  const past = { to: String(LAST_PAGE), has: [query("page", "[1-9]\\d{3,}")] };
  const first = { to: "1", has: [] };
  const featured = { to: "featured", has: [query("featured", "true")] };
  const all = { to: "all", has: [] };
  const named = [...categorySlugs].filter(([name]) => name !== "ALL");
  const words = named.map(([name, slug]) => ({
    source: "/products",
    has: [
      query(
        "category",
        `(?:${categoryWords
          .filter((word) => categoryFilter(word) === name)
          .map(literally)
          .join("|")})`,
      ),
    ],
    destination: `/listing/${slug}`,
  }));
  const tails = [sorted, newest].flatMap((sort) =>
    [counted, past, first].flatMap((page) =>
      [featured, all].map((kind) => ({
        source: "/listing/:c",
        has: [...sort.has, ...page.has, ...kind.has],
        destination: `/listing/:c/${sort.to}/${page.to}/${kind.to}`,
      })),
    ),
  );
  return [
    { source: "/products", has: [query("search", ".*\\S.*")], destination: "/search" },
    {
      source: "/products",
      missing: ["category", "sort", "page", "featured"].map((key) => query(key)),
      destination: `/listing/all/${newest.to}/${first.to}/${all.to}`,
    },
    ...words,
    { source: "/products", destination: "/listing/all" },
    // A rule without conditions must have none, not an empty list.
    ...tails.map(({ has, ...rule }) => (has.length > 0 ? { ...rule, has } : rule)),
  ];
}
