import { and, asc, eq, ilike, inArray, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { readDb } from "@/db/client";
import { categories } from "@/db/constants/catalogue";
import { cartLines, images, packs, searchSynonyms, sweetCounts, sweets } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { toRupees } from "@/lib/money";
import { clampPage, pageCount } from "@/lib/pagination";
import { type AsSet, facts, type OwnFact, ownFacts } from "./facts";
import { type EditedPack, packsInStock, toPacks } from "./packs";
import { sweetNotFound } from "./queries";
import type { AdminListQuery } from "./schema";
import {
  anyPackLeft,
  defaultPacksLeft,
  orderOf,
  type SweetWithPicture,
  sweetWithPictureColumns,
  toSweetWithPicture,
} from "./select";

/** A sweet as its owner sees it: `quantity` and `packs` count what is free in stock, whatever can be sold of it. */
export type AdminSweet = Omit<SweetWithPicture, "isAvailable"> & {
  /** In carts and out of stock, in default packs, of which a hold of a smaller pack is a part. */
  held: number;
  version: number;
  /** Those that are switched off too. */
  allPacks: EditedPack[];
  /** What the owner has set; null: the default for its kind. */
  own: Pick<AsSet<typeof facts>, OwnFact>;
};

const ownColumns = Object.fromEntries(ownFacts.map((name) => [name, sweets[facts[name].own]])) as {
  [N in OwnFact]: (typeof sweets)[(typeof facts)[N]["own"]];
};

const adminColumns = {
  ...sweetWithPictureColumns,
  version: sweets.version,
  quantity: defaultPacksLeft,
  allPacks: sql<EditedPack[]>`(
    select json_agg(json_build_object('id', p.id, 'label', p.label, 'grams', p.grams, 'units', p.units, 'price', p.price,
      'isDefault', p.is_default, 'active', p.active) order by p.active desc, p.units, p.id)
    from ${packs} p where p.sweet_id = ${sweets}.id)`,
  own: ownColumns,
  held: sql<number>`(
    select coalesce(sum(${cartLines.held} * ${packs.units})::float8 / ${sweets.defaultUnits}, 0)
    from ${cartLines} join ${packs} on ${packs.id} = ${cartLines.packId}
    where ${cartLines.sweetId} = ${sweets.id} and ${cartLines.held} > 0)`,
};

type AdminRow = Parameters<typeof toSweetWithPicture>[0] &
  Pick<AdminSweet, "quantity" | "held" | "version" | "own" | "allPacks">;
const toAdminSweet = (row: AdminRow): AdminSweet => ({
  ...toSweetWithPicture(row),
  quantity: row.quantity,
  packs: toPacks(row.packs, (pack) => packsInStock(pack, row)),
  held: row.held,
  version: row.version,
  allPacks: row.allPacks.map((pack) => ({ ...pack, price: toRupees(pack.price) })),
  own: row.own,
});

/** Any part of the name, or of a category's name. */
function matches(text: string): SQL | undefined {
  if (text === "") return undefined;
  const named = categories.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
  const inName = ilike(sweets.name, `%${text.replace(/[\\%_]/g, "\\$&")}%`);
  return or(inName, sql`${sweets.category} = any(${sql.param(named)}::text[])`);
}

function isInStock(stock: AdminListQuery["stock"]): SQL | undefined {
  if (stock === "low") return and(sql`${sweets.low}`, anyPackLeft);
  if (stock === "out") return and(sql`${sweets.low}`, not(anyPackLeft));
  return undefined;
}

/**
 * One page of the sweets for their owner: search anywhere in name or category, and how many match of how many there are.
 * A page past the end is the last one.
 */
export async function listForAdmin(_actor: May<"sweets:read">, query: AdminListQuery, db = readDb()) {
  const { category, stock, sort, pageSize } = query;
  const text = query.search.trim();
  const isOfCategory = category === "ALL" ? undefined : eq(sweets.category, category);
  const filter = and(isNull(sweets.deletedAt), matches(text), isOfCategory, isInStock(stock));
  // The number of sweets of a category is stored; only what is searched for has to be counted.
  const counted = category === "ALL" ? sql`true` : eq(sweetCounts.category, category);
  const [counts] = await db
    .select({
      all: sql<number>`coalesce(sum(${sweetCounts.sweets}), 0)::int`,
      total: sql<number>`coalesce(sum(${sweetCounts.sweets}) filter (where ${counted}), 0)::int`,
    })
    .from(sweetCounts);
  const all = counts?.all ?? 0;
  const total = text || stock ? await db.$count(sweets, filter) : (counts?.total ?? 0);
  const totalPages = pageCount(total, pageSize);
  const page = clampPage(query.page, totalPages);
  // Only for the sweets of the page are the columns computed, however many come before them.
  const onPage = db
    .select({ id: sweets.id, left: defaultPacksLeft })
    .from(sweets)
    .where(filter)
    .orderBy(...orderOf(sort, sweets))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .as("on_page");
  const rows = await db
    .select(adminColumns)
    .from(sweets)
    .leftJoin(images, eq(images.id, sweets.imageId))
    .where(inArray(sweets.id, db.select({ id: onPage.id }).from(onPage)))
    .orderBy(...orderOf(sort, sweets));
  // `total` is how many match, `all` how many there are.
  return { items: rows.map(toAdminSweet), meta: { page, pageSize, totalPages, total, all } };
}
export type AdminSweetPage = Awaited<ReturnType<typeof listForAdmin>>;

/** One sweet for its editor; admins only; `not_found`. */
export async function findForAdmin(_actor: May<"sweets:read">, id: number, db = readDb()): Promise<AdminSweet> {
  const [row] = await db
    .select(adminColumns)
    .from(sweets)
    .leftJoin(images, eq(images.id, sweets.imageId))
    .where(and(eq(sweets.id, id), isNull(sweets.deletedAt)));
  if (!row) throw sweetNotFound();
  return toAdminSweet(row);
}

/** The sweets that came with the shop and that nobody has saved since. */
export async function listSamples(_actor: May<"sweets:read">, db = readDb()): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: sweets.id, name: sweets.name })
    .from(sweets)
    .where(and(sql`${sweets.sample}`, isNull(sweets.deletedAt)))
    .orderBy(sql`lower(${sweets.name})`, asc(sweets.id));
}

/** Whoever searches for `word` also finds the sweets that have all words of `means`. */
export type SearchWord = { word: string; means: string };

/** The owner's list of other words for what is sold, by word. */
export async function listSearchWords(_actor: May<"sweets:read">, db = readDb()): Promise<SearchWord[]> {
  return db.select().from(searchSynonyms).orderBy(asc(searchSynonyms.word), asc(searchSynonyms.means));
}
