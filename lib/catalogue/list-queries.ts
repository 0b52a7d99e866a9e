import { and, asc, desc, eq, isNull, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { images, sweetCounts, sweets } from "@/db/schema";
import { built, run, type Statement } from "@/db/transaction";
import { shopNow } from "@/lib/clock";
import { pageCount } from "@/lib/pagination";
import { planColumn } from "@/lib/plans/load";
import { type CategoryFilter, PAGE_SIZE, type Sort, sortParts } from "./constants";
import { askedDay, onDay } from "./for-day";
import type { Sweet } from "./responses";
import type { ListQuery } from "./schema";
import {
  orderOf,
  type Sortable,
  type SweetWithPicture,
  sweetColumns,
  sweetWithPictureColumns,
  toSweet,
  toSweetWithPicture,
} from "./select";

/** What decides the text of the list's statement; everything else is a parameter. */
type ListShape = {
  kind: "all" | "category" | "gift boxes";
  featured: boolean | undefined;
  sort: Sort | "createdAt:asc";
  /** A search without a chosen order is by rank instead. */
  ranked: boolean;
  /** Whether what is left is that of a day. */
  forDay: boolean;
  /** Which of the first pages it is, or null for the others. */
  firstPage: number | null;
};

function isOfKind({ kind, featured }: ListShape, table: typeof sweets | typeof sweetCounts): SQL | undefined {
  return and(
    kind === "category" ? eq(table.category, sql.placeholder("category")) : undefined,
    kind === "gift boxes" ? sql`${table.giftBox}` : undefined,
    featured === undefined ? undefined : featured ? sql`${table.featured}` : sql`not ${table.featured}`,
  );
}

// Drizzle's types take a number as a parameter only, but what it writes into the statement may be any SQL.
const inText = (value: number) => sql.raw(String(value)) as unknown as Placeholder;

/**
 * Of the first two pages, limit and offset are part of the text: the planner can then cache one plan. As parameters it does not know
 * them and plans each time, which takes three times as long as reading a page.
 */
const firstPageOf = ({ page, limit }: { page: number; limit: number }) =>
  limit === PAGE_SIZE && page <= 2 ? page : null;

const rangeOf = ({ firstPage }: ListShape) =>
  firstPage === null
    ? { limit: sql.placeholder("limit"), offset: sql.placeholder("offset") }
    : { limit: inText(PAGE_SIZE), offset: inText((firstPage - 1) * PAGE_SIZE) };

/** How many sweets of a kind there are is stored, so that nothing is counted. */
const countOf = (db: Executor, shape: ListShape) =>
  db
    .select({ total: sql<number>`coalesce(sum(${sweetCounts.sweets}), 0)::int`.as("total") })
    .from(sweetCounts)
    .where(isOfKind(shape, sweetCounts))
    .as("counted");

const isListed = (shape: ListShape) => and(isNull(sweets.deletedAt), isOfKind(shape, sweets));

/**
 * The ids of one page. A list is read by them: joined to the sweets of a page, the rows that are skipped before it cost an entry of an index
 * each. Skipped as whole sweets with their packs, they made page 300 take a hundred times as long.
 */
function idsOf(db: Executor, shape: ListShape) {
  const { limit, offset } = rangeOf(shape);
  return db
    .select({ id: sweets.id })
    .from(sweets)
    .where(isListed(shape))
    .orderBy(...orderOf(shape.sort, sweets))
    .limit(limit)
    .offset(offset)
    .as("listed");
}

const planOf = ({ forDay }: ListShape) =>
  forDay ? planColumn(sql.placeholder("day"), sql.placeholder("day")) : sql<null>`null`.as("plan");

const pageOf = (db: Executor, shape: ListShape, listed: ReturnType<typeof idsOf>, order: SQL[]) =>
  db
    .select({ ...sweetWithPictureColumns, plan: planOf(shape) })
    .from(listed)
    .innerJoin(sweets, eq(sweets.id, listed.id))
    .leftJoin(images, eq(images.id, sweets.imageId))
    .orderBy(...order)
    .as("page");

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

/**
 * The same for a search. What was typed is corrected once, by search_query(), and what matches is read once, for the count and the page.
 * By rank, sweets that have the typed words themselves come before those that only synonyms find, and among both those that have all
 * words in their names come first; then the newest.
 */
function buildSearch(db: Executor, shape: ListShape) {
  const named = sql`ts_filter(${sweets.search}, '{a}')`;
  const rank = sql<number>`case
    when ${named} @@ direct then 1 when ${sweets.search} @@ direct then 2 when ${named} @@ query then 3 else 4 end`;
  const matches = db.$with("matches").as(
    db
      .select({
        id: sweets.id,
        name: sweets.name,
        price: sweets.price,
        createdAt: sweets.createdAt,
        rank: (shape.ranked ? rank : sql<number>`1`).as("rank"),
      })
      .from(sql`search_query(${sql.placeholder("search")})`)
      .innerJoin(sweets, and(sql`${sweets.search} @@ query`, isListed(shape))),
  );
  const counted = db
    .select({ total: sql<number>`count(*)::int`.as("total") })
    .from(matches)
    .as("counted");
  const order = (by: Sortable, rank: SQLWrapper) => (shape.ranked ? [asc(rank), desc(by.id)] : orderOf(shape.sort, by));
  const { limit, offset } = rangeOf(shape);
  const listed = db
    .select({ id: matches.id, rank: matches.rank })
    .from(matches)
    .orderBy(...order(matches, matches.rank))
    .limit(limit)
    .offset(offset)
    .as("listed");
  const page = pageOf(db, shape, listed, order(sweets, listed.rank));
  return db.with(matches).select().from(counted).leftJoin(page, sql`true`);
}

/** Builds a statement once for each shape: there are at most a few hundred shapes. */
function byShape<One extends Statement>(build: (db: Executor, shape: ListShape) => One) {
  const select = (shape: ListShape) => built((db, _: ReturnType<typeof parametersOf>) => build(db, shape));
  const selects = new Map<string, ReturnType<typeof select>>();
  return (db: Executor, query: ListQuery) => {
    const shape = shapeOf(query);
    const key = Object.values(shape).join();
    const selectShape = selects.get(key) ?? select(shape);
    selects.set(key, selectShape);
    return run(selectShape(db, parametersOf(query)));
  };
}

const list = byShape(buildList);
const apiList = byShape(buildApiList);
const search = byShape(buildSearch);

export type SweetPage<T = SweetWithPicture> = {
  items: T[];
  meta: { page: number; limit: number; total: number; totalPages: number };
};

const isSearch = ({ search }: ListQuery) => Boolean(search?.trim());

function shapeOf(query: ListQuery): ListShape {
  const { category, featured, sortBy, sortOrder } = query;
  return {
    kind: !category || category === "ALL" ? "all" : category === "Gift Boxes" ? "gift boxes" : "category",
    featured,
    sort: `${sortBy ?? "createdAt"}:${sortOrder ?? "desc"}`,
    ranked: isSearch(query) && !sortBy && !sortOrder,
    forDay: query.day !== undefined,
    firstPage: firstPageOf(query),
  };
}

const parametersOf = ({ search, category, page, limit, day }: ListQuery) => ({
  search,
  category,
  day,
  limit,
  offset: (page - 1) * limit,
});

type Row<Item> = { counted: { total: number }; page: Item | null };

function toPage<Item, T>({ page, limit }: ListQuery, rows: Row<Item>[], map: (item: Item) => T): SweetPage<T> {
  const total = rows[0]?.counted.total ?? 0;
  return {
    items: rows.flatMap((row) => (row.page ? [map(row.page)] : [])),
    meta: { page, limit, total, totalPages: pageCount(total, limit) },
  };
}

/** One page of the catalogue with the count of all that match, in one statement. A page past the end has no items. */
export async function listSweets(query: ListQuery, db: Executor = readDb()): Promise<SweetPage> {
  return toPage(query, await (isSearch(query) ? search : list)(db, query), toSweetWithPicture);
}

/** The same for the API, which shows no picture's size or blur; with what a day has, when the query names one. */
export async function listApiSweets(
  query: ListQuery,
  db: Executor = readDb(),
  now = shopNow(),
): Promise<SweetPage<Sweet>> {
  const asked = await askedDay(query.day, now);
  const rows = await (isSearch(query) ? search : apiList)(db, query);
  return toPage(query, rows, (row) => toSweet(onDay(row, asked)));
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
