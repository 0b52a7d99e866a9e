import { and, eq, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { images, type sweetCounts, sweets } from "@/db/schema";
import { planColumn } from "@/lib/stock/load-plans";
import { PAGE_SIZE, type Sort } from "./constants";
import { orderOf, sweetWithPictureColumns } from "./select";

/** What decides the text of the list's statement; everything else is a parameter. */
export type ListShape = {
  kind: "all" | "category" | "gift boxes";
  featured: boolean | undefined;
  sort: Sort | "createdAt:asc";
  /** How a search finds: all of its words, most of its terms, or its claims alone. */
  searchBy: "words" | "terms" | "claims" | undefined;
  /** A search without a chosen order is by rank instead. */
  ranked: boolean;
  /** Whether it asks for what a sweet must be free of. */
  claims: boolean;
  /** Whether what is left is that of a day. */
  forDay: boolean;
  /** Which of the first pages it is, or null for the others. */
  firstPage: number | null;
};

export function isOfKind({ kind, featured }: ListShape, table: typeof sweets | typeof sweetCounts): SQL | undefined {
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
export const firstPageOf = ({ page, limit }: { page: number; limit: number }) =>
  limit === PAGE_SIZE && page <= 2 ? page : null;

export const rangeOf = ({ firstPage }: ListShape) =>
  firstPage === null
    ? { limit: sql.placeholder("limit"), offset: sql.placeholder("offset") }
    : { limit: inText(PAGE_SIZE), offset: inText((firstPage - 1) * PAGE_SIZE) };

// Letters of other scripts than Latin, which free-of.ts does not read.
const OTHER_SCRIPT = sql.raw(String.raw`'[\u0370-\u1cff\u2c00-\ud7ff]'`);

/** What a label says, or a part of it, as the regular expressions of free-of.ts read it. */
const labelOf = (text: SQL): SQL => sql`lower(concat(', ', ${text}, ' ') collate "C")`;
const allergens = sql`array_to_string(${sweets.allergens}, ', ')`;
export const allergensLabel = labelOf(allergens);

/**
 * Whether a sweet is free of what a search asks for: by its declared ingredients and allergens, by the owner's marks and, for what labels
 * do not tell, by its name alone, which must have 'besan free' side by side. A sweet without a label is not free of anything.
 */
const keepsClaims = (): SQL => {
  const [sugarFree, vegetarian] = [sql.placeholder("sugarFree"), sql.placeholder("vegetarian")];
  const [avoid, inName] = [sql.placeholder("avoid"), sql.placeholder("inName")];
  const label = labelOf(sql`concat_ws(', ', ${sweets.ingredients}, ${allergens})`);
  const promises = sql`array(select phraseto_tsquery('simple', phrase) from json_array_elements_text(${inName}::json) phrase)`;
  return sql`(${sweets.sugarFree} or not ${sugarFree}::boolean)
    and (${sweets.vegetarian} or not ${vegetarian}::boolean)
    and ts_filter(${sweets.search}, '{a}') @@ all (${promises})
    and (${avoid} = '' or (${sweets.ingredients} ~* '[a-z]' and ${label} !~ ${avoid} and ${label} !~ ${OTHER_SCRIPT}))`;
};

export const isListed = (shape: ListShape) =>
  and(isNull(sweets.deletedAt), isOfKind(shape, sweets), shape.claims ? keepsClaims() : undefined);

/**
 * The ids of one page. A list is read by them: joined to the sweets of a page, the rows that are skipped before it cost an entry of an index
 * each. Skipped as whole sweets with their packs, they made page 300 take a hundred times as long.
 */
export function idsOf(db: Executor, shape: ListShape) {
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

export const planOf = ({ forDay }: ListShape) =>
  forDay ? planColumn(sql.placeholder("day"), sql.placeholder("day")) : sql<null>`null`.as("plan");

export const pageOf = (db: Executor, shape: ListShape, listed: ReturnType<typeof idsOf>, order: SQL[]) =>
  db
    .select({ ...sweetWithPictureColumns, plan: planOf(shape) })
    .from(listed)
    .innerJoin(sweets, eq(sweets.id, listed.id))
    .leftJoin(images, eq(images.id, sweets.imageId))
    .orderBy(...order)
    .as("page");
