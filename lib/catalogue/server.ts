import { driver, type Executor, readDb } from "@/db/client";
import { isoOf } from "@/db/moment";
import { type ImageView, mediaUrl } from "@/lib/images/view";
import { toRupees } from "@/lib/money";
import { pageCount } from "@/lib/pagination";
import {
  type Category,
  type CategoryFilter,
  categories,
  type ListQuery,
  PAGE_SIZE,
  type Sort,
  type SweetDetails,
} from "./schema";
import { isPreplannedPage, listStatement, PICTURE_COLUMNS, SWEET_COLUMNS } from "./statements.server";

/** A sweet as pages and the API show it. Price in rupees, times in ISO 8601 UTC. */
export type Sweet = {
  id: number;
  name: string;
  slug: string;
  description: string;
  price: number;
  category: Category;
  /** What can be sold now: units in live holds are out of it. */
  quantity: number;
  /** URL path of the largest WebP, or null. */
  image: string | null;
  imageAlt: string | null;
  createdAt: string;
  updatedAt: string;
  featured: boolean;
  sugarFree: boolean;
  giftBox: boolean;
  isAvailable: boolean;
  details: SweetDetails;
};

/** A sweet with its picture's size and blur, for pages. */
export type SweetWithPicture = Sweet & { picture: ImageView | null };

// One list of columns for every reading of sweets.
export const sweetColumns = driver(readDb()).unsafe(`${SWEET_COLUMNS}, ${PICTURE_COLUMNS}`);

type Row = Record<string, unknown>;

function viewOf(row: Row): Sweet {
  const imageId = row.image_id as string | null;
  return {
    id: row.id as number,
    name: row.name as string,
    slug: row.slug as string,
    description: row.description as string,
    price: toRupees(row.price as number),
    category: row.category as Category,
    quantity: row.quantity as number,
    image: imageId && mediaUrl(imageId, 960, "webp"),
    imageAlt: row.image_alt as string | null,
    createdAt: isoOf(row.created_at as string),
    updatedAt: isoOf(row.updated_at as string),
    featured: row.featured as boolean,
    sugarFree: row.sugar_free as boolean,
    giftBox: row.gift_box as boolean,
    isAvailable: (row.quantity as number) > 0,
    details: {
      netWeightGrams: row.net_weight_grams as number | null,
      ingredients: row.ingredients as string | null,
      allergens: row.allergens as string[],
      shelfLifeDays: row.shelf_life_days as number | null,
      storage: row.storage as string | null,
      vegetarian: row.vegetarian as boolean | null,
    },
  };
}

/** A row of `sweetColumns` as plain data. */
export function sweetOf(row: Row): SweetWithPicture {
  const id = row.image_id as string | null;
  const picture = id && {
    id,
    width: row.image_width as number,
    height: row.image_height as number,
    blur: row.image_blur as string,
  };
  return { ...viewOf(row), picture: picture || null };
}

/** The API's sweet: the card without what only pages need. */
export function sweetView({ picture: _, ...sweet }: SweetWithPicture): Sweet {
  return sweet;
}

export type SweetPage<T = SweetWithPicture> = {
  items: T[];
  meta: { page: number; limit: number; total: number; totalPages: number };
};

/** One page of the catalogue with the count of all that match, in one statement. A page past the end has no items. */
export const listSweets = (query: ListQuery): Promise<SweetPage<SweetWithPicture>> => pageOf(query, true, sweetOf);

/** The same for the API, which shows no picture's size or blur. */
export const listSweetViews = (query: ListQuery): Promise<SweetPage<Sweet>> => pageOf(query, false, viewOf);

async function pageOf<T>(query: ListQuery, pictures: boolean, shown: (row: Row) => T): Promise<SweetPage<T>> {
  const { page, limit, featured, sortBy, sortOrder } = query;
  const category = query.category === "ALL" ? undefined : query.category;
  const search = query.search?.trim() ? query.search : undefined;
  const kind = category === undefined ? "all" : category === "Gift Boxes" ? "gift boxes" : "category";
  const values: (string | number)[] = search === undefined ? [] : [search];
  if (kind === "category" && category) values.push(...(search === undefined ? [category, category] : [category]));
  if (!isPreplannedPage(query)) values.push(limit, (page - 1) * limit);
  const sorted = `${sortBy ?? "createdAt"}:${sortOrder ?? "desc"}` as const;
  const sort = sortBy || sortOrder || search === undefined ? sorted : "relevance";
  const rows = await driver(readDb())(
    listStatement({ search: search !== undefined, kind, featured, sort, page, limit, pictures }),
    ...values,
  );
  const total = rows[0]?.total as number;
  return {
    items: rows.filter((row) => row.id !== null).map(shown),
    meta: { page, limit, total, totalPages: pageCount(total, limit) },
  };
}

/** One page of the public listing; a page past the end is the last one. */
export async function listPage(filter: {
  search?: string;
  category: CategoryFilter;
  sort?: Sort;
  page: number;
  featured?: boolean;
}): Promise<SweetPage> {
  const [sortBy, sortOrder] = (filter.sort?.split(":") ?? []) as [ListQuery["sortBy"], ListQuery["sortOrder"]];
  const query = {
    search: filter.search,
    category: filter.category,
    featured: filter.featured || undefined,
    sortBy,
    sortOrder,
    page: filter.page,
    limit: PAGE_SIZE,
  };
  const found = await listSweets(query);
  const last = Math.max(1, found.meta.totalPages);
  return filter.page > last ? listSweets({ ...query, page: last }) : found;
}

/** A sweet by its id, or null when there is none (or none any more). */
export async function findSweet(id: number, db: Executor = readDb()): Promise<SweetWithPicture | null> {
  const [row] = await driver(db)`
    select ${sweetColumns} from sweets s left join images i on i.id = s.image_id where s.id = ${id} and s.deleted_at is null`;
  return row ? sweetOf(row) : null;
}

/** A sweet by its slug, or null. */
export async function findSweetBySlug(slug: string): Promise<SweetWithPicture | null> {
  const [row] = await driver(readDb())`
    select ${sweetColumns} from sweets s left join images i on i.id = s.image_id where s.slug = ${slug} and s.deleted_at is null`;
  return row ? sweetOf(row) : null;
}

/** How many sweets a product page shows beside its own. */
export const RELATED = 4;

/** The next sweets of the same category in turn: every sweet is linked from as many others as it links to. */
export async function relatedSweets(sweet: { id: number; category: string }): Promise<SweetWithPicture[]> {
  const rows = await driver(readDb())`
    select ${sweetColumns} from (
      (select 0 as turn, id from sweets where category = ${sweet.category} and deleted_at is null and id > ${sweet.id}
        order by id limit ${RELATED})
      union all
      (select 1, id from sweets where category = ${sweet.category} and deleted_at is null and id < ${sweet.id}
        order by id limit ${RELATED})
      order by 1, 2 limit ${RELATED}
    ) near join sweets s on s.id = near.id left join images i on i.id = s.image_id order by near.turn, near.id`;
  return rows.map(sweetOf);
}

/** Slugs of the pages that show a sweet as related: the ones before it in its categories, and itself. */
export async function slugsShowing(id: number, among: string[]): Promise<string[]> {
  const rows = await driver(readDb())`
    select slug from sweets where id = ${id}
    union
    select near.slug from unnest(${among}::text[]) c(category) cross join lateral (
      (select 0 as turn, id, slug from sweets where category = c.category and deleted_at is null and id < ${id}
        order by id desc limit ${RELATED})
      union all
      (select 1, id, slug from sweets where category = c.category and deleted_at is null and id > ${id}
        order by id desc limit ${RELATED})
      order by 1, 2 desc limit ${RELATED}
    ) near`;
  return rows.map((row) => row.slug as string);
}

export type CategoryCount = { category: string; count: number; popular: string[] };

/** Live counts of each category and of gift boxes, with up to 4 names each: best sellers of 90 days, then featured. */
export async function categoryCounts(): Promise<CategoryCount[]> {
  const rows = await driver(readDb())`
    with sold as (
      select l.sweet_id, sum(l.quantity) as units from order_lines l join orders o on o.id = l.order_id
      where o.created_at > now() - interval '90 days' and o.status <> 'Cancelled' group by 1
    ), card as (
      select unnest(${[...categories, "Gift Boxes"]}::text[]) as category
    )
    select card.category,
      (select coalesce(sum(sweets), 0)::int from sweet_counts c
        where case when card.category = 'Gift Boxes' then c.gift_box else c.category = card.category end) as count,
      array(select s.name from sweets s left join sold on sold.sweet_id = s.id
        where s.deleted_at is null
          and case when card.category = 'Gift Boxes' then s.gift_box else s.category = card.category end
        order by sold.units desc nulls last, s.featured desc, s.created_at desc, s.id desc limit 4) as popular
    from card`;
  return rows.map((row) => ({
    category: row.category as string,
    count: row.count as number,
    popular: row.popular as string[],
  }));
}

/** Slug and last change of every sweet, for the sitemap. */
export async function sweetLinks(): Promise<{ slug: string; updatedAt: Date }[]> {
  const rows = await driver(readDb())`select slug, updated_at from sweets where deleted_at is null order by id`;
  return rows.map((row) => ({ slug: row.slug as string, updatedAt: new Date(row.updated_at as string) }));
}

/** What is left of some sweets, and today's price in rupees: the live numbers of the cards in view. */
export async function stockOf(ids: number[]): Promise<{ id: number; quantity: number; price: number }[]> {
  const rows = await driver(
    readDb(),
  )`select id, quantity, price from sweets where id = any(${ids}::int[]) and deleted_at is null order by id`;
  return rows.map((row) => ({
    id: row.id as number,
    quantity: row.quantity as number,
    price: toRupees(row.price as number),
  }));
}
