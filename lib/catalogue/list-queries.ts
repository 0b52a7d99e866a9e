import { eq, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { sweetCounts, sweets } from "@/db/schema";
import { built, run, type Statement } from "@/db/transaction";
import { shopNow } from "@/lib/clock";
import { pageCount } from "@/lib/pagination";
import { currentSettings } from "@/lib/settings/queries";
import { type CategoryFilter, PAGE_SIZE, type Sort, sortParts } from "./constants";
import { askedDay, onDay } from "./for-day";
import { namingAnyOf } from "./free-of";
import { firstPageOf, idsOf, isOfKind, type ListShape, pageOf, planOf } from "./list-shape";
import type { Sweet, SweetListMeta } from "./responses";
import type { ListQuery } from "./schema";
import { isClaim, plainWords, type SearchQuery, toSearchQuery } from "./search-query";
import { buildSearch } from "./search-statements";
import { orderOf, type SweetWithPicture, sweetColumns, toSweet, toSweetWithPicture } from "./select";

/** How many sweets of a kind there are is stored, so that nothing is counted. */
const countOf = (db: Executor, shape: ListShape) =>
  db
    .select({ total: sql<number>`coalesce(sum(${sweetCounts.sweets}), 0)::int`.as("total") })
    .from(sweetCounts)
    .where(isOfKind(shape, sweetCounts))
    .as("counted");

/** How many sweets match, and one page of them in one statement: a row for each sweet, or a single row without one. */
function buildList(db: Executor, shape: ListShape) {
  const counted = countOf(db, shape);
  const page = pageOf(db, shape, idsOf(db, shape), orderOf(shape.sort, sweets));
  return db.select().from(counted).leftJoin(page, sql`true`);
}

/** The same for the API, which is asked most and shows nothing of the pictures but their paths. */
function buildApiList(db: Executor, shape: ListShape) {
  const counted = countOf(db, shape);
  const listed = idsOf(db, shape);
  const page = db
    .select({ ...sweetColumns, plan: planOf(shape) })
    .from(listed)
    .innerJoin(sweets, eq(sweets.id, listed.id))
    .orderBy(...orderOf(shape.sort, sweets))
    .as("page");
  return db.select().from(counted).leftJoin(page, sql`true`);
}

/** Builds a statement once for each shape: there are at most a few thousand shapes, and few are ever asked for. */
function byShape<One extends Statement>(build: (db: Executor, shape: ListShape) => One) {
  const select = (shape: ListShape) => built((db, _: ReturnType<typeof parametersOf>) => build(db, shape));
  const selects = new Map<string, ReturnType<typeof select>>();
  return (db: Executor, query: ListQuery, asked?: Asked) => {
    const shape = shapeOf(query, asked);
    const key = Object.values(shape).join();
    const selectShape = selects.get(key) ?? select(shape);
    selects.set(key, selectShape);
    return run(selectShape(db, parametersOf(query, asked)));
  };
}

const list = byShape(buildList);
const apiList = byShape(buildApiList);
const search = byShape(buildSearch);

export type SweetPage<T = SweetWithPicture> = { items: T[]; meta: SweetListMeta };

/** A search as one statement asks for it: all of its words, what has most of its terms, or what keeps its claims. */
type Asked = SearchQuery & { by: "words" | "terms" | "claims"; words: string };

function shapeOf(query: ListQuery, asked?: Asked): ListShape {
  const { category, featured, sortBy, sortOrder } = query;
  return {
    kind: !category || category === "ALL" ? "all" : category === "Gift Boxes" ? "gift boxes" : "category",
    featured,
    sort: `${sortBy ?? "createdAt"}:${sortOrder ?? "desc"}`,
    searchBy: asked?.by,
    ranked: asked !== undefined && !sortBy && !sortOrder,
    claims: asked !== undefined && isClaim(asked),
    forDay: query.day !== undefined,
    firstPage: firstPageOf(query),
  };
}

const parametersOf = ({ category, page, limit, day }: ListQuery, asked?: Asked) => ({
  category,
  day,
  limit,
  offset: (page - 1) * limit,
  words: asked?.words,
  terms: JSON.stringify(asked?.terms.map((term, n) => ({ n, ...term })) ?? []),
  wanted: asked?.terms.length,
  mayMiss: asked?.strict ? 0 : Math.floor((asked?.terms.length ?? 0) / 2),
  avoid: namingAnyOf(asked?.freeOf ?? []),
  sugarFree: asked?.freeOf.includes("sugar"),
  vegetarian: asked?.vegetarian,
  inName: JSON.stringify(asked?.undeclared.map((substance) => `${substance} free`) ?? []),
});

type Row<Item> = { counted: { total: number; partial?: boolean }; page: Item | null };

async function findRows(db: Executor, query: ListQuery, typed: string) {
  const { values } = await currentSettings();
  const asked = toSearchQuery(typed, values.festivals);
  const words = plainWords(asked);
  const hasTerms = asked.terms.length > 0;
  if (!hasTerms && isClaim(asked))
    return { asked, rows: await search(db, query, { ...asked, by: "claims", words: "" }) };
  if (words !== undefined) {
    const rows = await search(db, query, { ...asked, by: "words", words: words || typed });
    if (asked.terms.length < 2 || rows[0]?.counted.total !== 0) return { asked, rows };
  }
  return { asked, rows: await search(db, query, { ...asked, by: "terms", words: "" }) };
}

/** What the answer of a search has to say of it, if anything. */
function noteOf({ freeOf, undeclared, vegetarian }: SearchQuery, partial: boolean): SweetListMeta["search"] {
  if (!partial && freeOf.length === 0 && undeclared.length === 0 && !vegetarian) return undefined;
  return { partial, freeOf, vegetarian, undeclared };
}

function toPage<Item, T>(
  { page, limit }: ListQuery,
  rows: Row<Item>[],
  map: (item: Item) => T,
  asked?: SearchQuery,
): SweetPage<T> {
  const { total = 0, partial = false } = rows[0]?.counted ?? {};
  const note = asked && noteOf(asked, partial);
  return {
    items: rows.flatMap((row) => (row.page ? [map(row.page)] : [])),
    meta: { page, limit, total, totalPages: pageCount(total, limit), ...(note && { search: note }) },
  };
}

/** One page of the catalogue with the count of all that match, in one statement. A page past the end has no items. */
export async function listSweets(query: ListQuery, db: Executor = readDb()): Promise<SweetPage> {
  const typed = query.search?.trim();
  if (!typed) return toPage(query, await list(db, query), toSweetWithPicture);
  const { rows, asked } = await findRows(db, query, typed);
  return toPage(query, rows, toSweetWithPicture, asked);
}

/** The same for the API, which shows no picture's size or blur; with what a day has, when the query names one. */
export async function listApiSweets(query: ListQuery, db: Executor = readDb()): Promise<SweetPage<Sweet>> {
  const day = await askedDay(query.day, shopNow());
  const typed = query.search?.trim();
  const toApi = (row: Parameters<typeof onDay>[0] & Parameters<typeof toSweet>[0]) => toSweet(onDay(row, day));
  if (!typed) return toPage(query, await apiList(db, query), toApi);
  const { rows, asked } = await findRows(db, query, typed);
  return toPage(query, rows, toApi, asked);
}

/** One page of the public listing; a page past the end is the last one. */
export async function listPage(
  filter: { search?: string; category: CategoryFilter; sort?: Sort; page: number; featured?: boolean },
  db: Executor = readDb(),
): Promise<SweetPage> {
  const [sortBy, sortOrder] = filter.sort ? sortParts(filter.sort) : [];
  const query = {
    search: filter.search,
    category: filter.category,
    featured: filter.featured || undefined,
    sortBy,
    sortOrder,
    page: filter.page,
    limit: PAGE_SIZE,
  };
  const found = await listSweets(query, db);
  const last = Math.max(1, found.meta.totalPages);
  return filter.page > last ? listSweets({ ...query, page: last }, db) : found;
}
