import { PAGE_SIZE } from "./schema";

/** What decides the text of the list's statement; everything else is a parameter. */
export type ListShape = {
  /** A text is searched for. */
  search: boolean;
  kind: "all" | "category" | "gift boxes";
  featured: boolean | undefined;
  sort: "relevance" | "name:asc" | "name:desc" | "price:asc" | "price:desc" | "createdAt:asc" | "createdAt:desc";
  page: number;
  limit: number;
  /** With what pages need of the picture beside the sweet. */
  pictures: boolean;
};

/** What every reading of a sweet selects, and what pages need of its picture. */
export const SWEET_COLUMNS = `
  s.id, s.name, s.slug, s.description, s.price, s.category, s.quantity, s.image_id, s.image_alt, s.created_at, s.updated_at,
  s.featured, s.sugar_free, s.gift_box, s.net_weight_grams, s.ingredients, s.allergens, s.shelf_life_days, s.storage,
  s.vegetarian`;
export const PICTURE_COLUMNS = "i.width as image_width, i.height as image_height, i.blur as image_blur";

// The indexes on sweets are made for these; ties are broken by id, so that pages never overlap.
const orders: Record<ListShape["sort"], string> = {
  relevance: "s.relevance desc, s.created_at desc, s.id desc",
  "name:asc": "lower(s.name), s.id",
  "name:desc": "lower(s.name) desc, s.id desc",
  "price:asc": "s.price, s.id",
  "price:desc": "s.price desc, s.id desc",
  "createdAt:asc": "s.created_at, s.id",
  "createdAt:desc": "s.created_at desc, s.id desc",
};

const inName = (query: string) => `(ts_rank('{0, 0, 0, 1}', s.search, (select ${query} from asked)) > 0)::int`;
const RELEVANCE = `
  case when (select direct from asked) is null then ${inName("query")}
    when s.search @@ (select direct from asked) then 2 + ${inName("direct")} else ${inName("query")} end`;

const made = new Map<string, TemplateStringsArray>();

/**
 * The list's statement as a tag takes it. One text for each shape, made once: postgres.js finds its prepared statement by the text, and
 * putting it together anew for each request cost as much as running it.
 * Parameters in order: the search when there is one, then the category (once with a search, else twice), then limit and offset unless `isPreplannedPage`.
 */
export function listStatement(shape: ListShape): TemplateStringsArray {
  const key = Object.values({ ...shape, page: 0, limit: isPreplannedPage(shape) ? shape.page : 0 }).join();
  let strings = made.get(key);
  if (!strings) {
    const parts = textOf(shape).split("?");
    strings = Object.assign(parts, { raw: parts });
    made.set(key, strings);
  }
  return strings;
}

/**
 * Of the first two pages, limit and offset stand in the text: the planner then keeps one plan. As parameters it does not know them beforehand
 * and plans each time, which takes three times as long as reading a page.
 */
export const isPreplannedPage = ({ page, limit }: { page: number; limit: number }) => limit === PAGE_SIZE && page <= 2;

function textOf(shape: ListShape): string {
  const { kind, featured, sort, page, limit, pictures } = shape;
  const columns = pictures ? `${SWEET_COLUMNS}, ${PICTURE_COLUMNS}` : SWEET_COLUMNS;
  const picture = pictures ? "left join images i on i.id = s.image_id" : "";
  const which = `${kind === "gift boxes" ? "and gift_box" : kind === "category" ? "and category = ?" : ""}
    ${featured === undefined ? "" : featured ? "and featured" : "and not featured"}`;
  const range = isPreplannedPage(shape) ? `limit ${limit} offset ${(page - 1) * limit}` : "limit ? offset ?";
  if (!shape.search)
    return `
      select total.n as total, page.*
      from (select coalesce(sum(sweets), 0)::int as n from sweet_counts where true ${which}) total
      left join (
        select ${columns} from sweets s ${picture} where s.deleted_at is null ${which} order by ${orders[sort]} ${range}
      ) page on true`;
  // What was typed is corrected once; what matches is read once, for the count and for the page.
  // search_query's query is null when nothing can match, which finds nothing; direct is null unless another word of the trade was
  // taken for one of the typed: what has the typed ones comes first, then whose name has them.
  return `
    with asked as materialized (
      select query, direct from search_query(?)
    ), found as materialized (
      select s.id, s.name, s.price, s.created_at,
        ${sort === "relevance" ? RELEVANCE : "0"} as relevance
      from sweets s where s.search @@ (select query from asked) and s.deleted_at is null ${which}
    )
    select total.n as total, page.* from (select count(*)::int as n from found) total
    left join (
      select ${columns}
      from (select s.id, row_number() over (order by ${orders[sort]}) as turn from found s order by turn ${range}) near
      join sweets s on s.id = near.id ${picture} order by near.turn
    ) page on true`;
}
