import { and, asc, eq, gt, isNull, lt, ne, type SQL, sql, sum } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { images, orderLines, orders, sweets } from "@/db/schema";
import { built, run } from "@/db/transaction";
import { notFound } from "@/lib/errors";
import { toRupees } from "@/lib/money";
import { categories } from "./constants";
import { toPacks } from "./packs";
import {
  defaultPacksLeft,
  packsOnSale,
  type SweetWithPicture,
  sweetWithPictureColumns,
  toSweetWithPicture,
} from "./select";

const selectBy = (db: Executor, isWanted: SQL) =>
  db
    .select(sweetWithPictureColumns)
    .from(sweets)
    .leftJoin(images, eq(images.id, sweets.imageId))
    .where(and(isWanted, isNull(sweets.deletedAt)));
const selectById = built((db, { id }: { id: number }) => selectBy(db, eq(sweets.id, id)));
const selectBySlug = built((db, { slug }: { slug: string }) => selectBy(db, eq(sweets.slug, slug)));

export const sweetNotFound = () => notFound("Sweet not found.");

/** A sweet by its id, or null when there is none or it was deleted. */
export async function findSweet(id: number, db: Executor = readDb()): Promise<SweetWithPicture | null> {
  const [row] = await run(selectById(db, { id }));
  return row ? toSweetWithPicture(row) : null;
}

/** The same; throws `not_found`. */
export async function requireSweet(id: number, db: Executor = readDb()): Promise<SweetWithPicture> {
  const sweet = await findSweet(id, db);
  if (!sweet) throw sweetNotFound();
  return sweet;
}

/** A sweet by its slug, or null. */
export async function findSweetBySlug(slug: string, db: Executor = readDb()): Promise<SweetWithPicture | null> {
  const [row] = await run(selectBySlug(db, { slug }));
  return row ? toSweetWithPicture(row) : null;
}

/** How many sweets a product page shows beside its own. */
export const RELATED = 4;

/** The next sweets of the same category, from the last on to the first: every sweet is linked from as many others as it links to. */
export async function relatedSweets(
  { id, category }: { id: number; category: SweetWithPicture["category"] },
  db: Executor = readDb(),
): Promise<SweetWithPicture[]> {
  const ofCategory = and(eq(sweets.category, category), isNull(sweets.deletedAt));
  // The category's sweets as a ring by id: first those after the given one, then those from the beginning.
  const after = db
    .select({ round: sql<number>`0`.as("round"), id: sweets.id })
    .from(sweets)
    .where(and(ofCategory, gt(sweets.id, id)))
    .orderBy(asc(sweets.id))
    .limit(RELATED);
  const before = db
    .select({ round: sql<number>`1`.as("round"), id: sweets.id })
    .from(sweets)
    .where(and(ofCategory, lt(sweets.id, id)))
    .orderBy(asc(sweets.id))
    .limit(RELATED);
  const related = after.unionAll(before).orderBy(sql`1`, sql`2`).limit(RELATED).as("related");
  const rows = await db
    .select(sweetWithPictureColumns)
    .from(related)
    .innerJoin(sweets, eq(sweets.id, related.id))
    .leftJoin(images, eq(images.id, sweets.imageId))
    .orderBy(related.round, related.id);
  return rows.map(toSweetWithPicture);
}

/** Slugs of the pages that show a sweet as related, which are those of the sweets before it in its categories, and its own. */
export async function slugsShowing(id: number, among: string[], db: Executor = readDb()): Promise<string[]> {
  const rows = await db.select({ slug: sql<string>`slug` }).from(sql`(
    select slug from sweets where id = ${id}
    union
    select previous.slug from unnest(${sql.param(among)}::text[]) c(category) cross join lateral (
      (select 0 as round, id, slug from sweets where category = c.category and deleted_at is null and id < ${id}
        order by id desc limit ${RELATED})
      union all
      (select 1, id, slug from sweets where category = c.category and deleted_at is null and id > ${id}
        order by id desc limit ${RELATED})
      order by 1, 2 desc limit ${RELATED}
    ) previous
  ) showing`);
  return rows.map(({ slug }) => slug);
}

/** How many sweets each category has, and the gift boxes, with up to 4 names each: best sellers of 90 days, then featured ones. */
export async function categoryCounts(db: Executor = readDb()) {
  const sold = db.$with("sold").as(
    db
      .select({ sweetId: orderLines.sweetId, packs: sum(orderLines.quantity).as("packs") })
      .from(orderLines)
      .innerJoin(orders, eq(orders.id, orderLines.orderId))
      .where(and(gt(orders.createdAt, sql`now() - interval '90 days'`), ne(orders.status, "Cancelled")))
      .groupBy(orderLines.sweetId),
  );
  return db
    .with(sold)
    .select({
      category: sql<string>`card.category`,
      count: sql<number>`(
        select coalesce(sum(sweets), 0)::int from sweet_counts c
        where case when card.category = 'Gift Boxes' then c.gift_box else c.category = card.category end)`,
      popular: sql<string[]>`array(
        select s.name from sweets s left join sold on sold.sweet_id = s.id
        where s.deleted_at is null
          and case when card.category = 'Gift Boxes' then s.gift_box else s.category = card.category end
        order by sold.packs desc nulls last, s.featured desc, s.created_at desc, s.id desc limit 4)`,
    })
    .from(sql`unnest(${sql.param([...categories, "Gift Boxes"])}::text[]) card(category)`);
}

/** Slug and last change of every sweet, for the sitemap. */
export const sweetLinks = (db: Executor = readDb()): Promise<{ slug: string; updatedAt: string }[]> =>
  db
    .select({ slug: sweets.slug, updatedAt: sweets.updatedAt })
    .from(sweets)
    .where(isNull(sweets.deletedAt))
    .orderBy(asc(sweets.id));

const selectStock = built((db, { ids }: { ids: number[] }) =>
  db
    .select({ id: sweets.id, stock: sweets.stock, quantity: defaultPacksLeft, price: sweets.price, packs: packsOnSale })
    .from(sweets)
    .where(and(sql`${sweets.id} = any(${ids}::int[])`, isNull(sweets.deletedAt)))
    .orderBy(asc(sweets.id)),
);

/** What is left of some sweets and their packs, and today's prices in rupees: the live numbers of the cards in view. */
export async function stockOf(ids: number[], db: Executor = readDb()) {
  const rows = await run(selectStock(db, { ids }));
  return rows.map(({ id, stock, quantity, price, packs }) => ({
    id,
    quantity,
    price: toRupees(price),
    ...(packs.length > 1 && {
      packs: toPacks(packs, stock).map(({ id, price, available }) => ({ id, price, available })),
    }),
  }));
}
