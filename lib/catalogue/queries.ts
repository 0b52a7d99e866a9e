import { and, asc, desc, eq, gt, isNull, lt, ne, type SQL, sql, sum } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { categories } from "@/db/constants/catalogue";
import { images, orderLines, orders, plans, sweets } from "@/db/schema";
import { built, once, type Rows, run } from "@/db/transaction";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { notFound } from "@/lib/errors";
import { mediaUrl, widthsOf } from "@/lib/images/urls";
import { formatRupees } from "@/lib/money";
import { deliveryDays, isDayOver, isInSpan } from "@/lib/settings/calendar";
import { currentSettings } from "@/lib/settings/queries";
import { lastBookable, planColumn } from "@/lib/stock/load-plans";
import { availableOn, availableUnits, openingOf, toPlan } from "@/lib/stock/plan-rules";
import { askedDay, onDay } from "./for-day";
import { formatWeight, packsToSell } from "./packs";
import type { Sweet } from "./responses";
import {
  type SweetWithPicture,
  sellableColumns,
  sweetColumns,
  sweetWithPictureColumns,
  toApiSweet,
  toSellable,
  toSweet,
  toSweetWithPicture,
} from "./select";
import type { SuggestedSweet } from "./suggestions";

const selectBy = (db: Executor, isWanted: SQL) =>
  db
    .select(sweetWithPictureColumns)
    .from(sweets)
    .leftJoin(images, eq(images.id, sweets.imageId))
    .where(and(isWanted, isNull(sweets.deletedAt)));
const selectById = built((db, { id }: { id: number }) => selectBy(db, eq(sweets.id, id)));
const selectForDay = built((db, { id, day }: { id: number; day: string }) =>
  db
    .select({ ...sweetColumns, plan: planColumn(sql`${day}`, sql`${day}`) })
    .from(sweets)
    .where(and(eq(sweets.id, id), isNull(sweets.deletedAt))),
);
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

/** A sweet as the API shows it, today or for a day. Throws `not_found`. */
export async function readApiSweet(id: number, day?: string, db: Executor = readDb(), now = shopNow()): Promise<Sweet> {
  const asked = await askedDay(day, now);
  if (!asked || !day) return toApiSweet(await requireSweet(id, db));
  const [row] = await run(selectForDay(db, { id, day }));
  if (!row) throw sweetNotFound();
  return toSweet(onDay(row, asked));
}

/** A sweet by its slug, or null. */
export async function findSweetBySlug(slug: string, db: Executor = readDb()): Promise<SweetWithPicture | null> {
  const [row] = await run(selectBySlug(db, { slug }));
  return row ? toSweetWithPicture(row) : null;
}

const selectByIds = built((db, { ids, day }: { ids: number[]; day: string }) =>
  db
    .select({ ...sweetWithPictureColumns, plan: planColumn(sql`${day}`, sql`${day}`) })
    .from(sweets)
    .leftJoin(images, eq(images.id, sweets.imageId))
    .where(and(sql`${sweets.id} = any(${ids}::int[])`, isNull(sweets.deletedAt)))
    .orderBy(sql`array_position(${ids}::int[], ${sweets.id})`),
);

/** Sweets by their ids, in that order and without those that were deleted, today or for a day. */
export async function sweetsByIds(ids: number[], day?: string, db: Executor = readDb(), now = shopNow()) {
  const [asked, rows] = await Promise.all([
    askedDay(day, now),
    run(selectByIds(db, { ids, day: day ?? indiaDay(now) })),
  ]);
  return rows.map((row) => toSweetWithPicture(onDay(row, asked)));
}

/** How many sweets a product page shows beside its own. */
export const RELATED = 4;

/** The next sweets of the same category, from the last on to the first: every sweet is linked from as many others as it links to. */
export async function relatedSweets({ id, category }: Pick<SweetWithPicture, "id" | "category">) {
  const db = readDb();
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

/** What the header's search suggests, featured sweets first. A phone loads no longer list; a search finds the others. */
export async function readSuggestions(db: Executor = readDb()): Promise<SuggestedSweet[]> {
  const order = [desc(sweets.featured), asc(sql`lower(${sweets.name})`), asc(sweets.id)];
  const rows = await selectBy(db, sql`true`)
    .orderBy(...order)
    .limit(1000);
  return rows.map(toSweetWithPicture).map(({ name, slug, price, details: { netWeightGrams: grams }, picture }) => ({
    name,
    slug,
    price: grams === null ? formatRupees(price) : `${formatRupees(price)} · ${formatWeight(grams)}`,
    picture: picture && mediaUrl(picture.id, Math.min(...widthsOf(picture)), "webp"),
  }));
}

/** Slug and last change of every sweet, for the sitemap. */
export const sweetLinks = (db: Executor = readDb()): Promise<{ slug: string; updatedAt: string }[]> =>
  db
    .select({ slug: sweets.slug, updatedAt: sweets.updatedAt })
    .from(sweets)
    .where(isNull(sweets.deletedAt))
    .orderBy(asc(sweets.id));

const selectStock = built((db, { ids, from, to }: { ids: number[]; from: string; to: string }) =>
  db
    .select({
      id: sweets.id,
      ...sellableColumns,
      plan: planColumn(sql`${from}`, sql`${to}`),
    })
    .from(sweets)
    .where(and(sql`${sweets.id} = any(${ids}::int[])`, isNull(sweets.deletedAt)))
    .orderBy(asc(sweets.id)),
);
type LiveRow = Rows<ReturnType<typeof selectStock>>[number];

function toLive(row: LiveRow) {
  const { packs, ...ofDefault } = toSellable(row);
  const several = packs.length > 1 && packs.map(({ id, price, available }) => ({ id, price, available }));
  return { id: row.id, ...ofDefault, ...(several && { packs: several }) };
}

/** What is left of some sweets and their packs, today or for a day, and today's prices in rupees: the live numbers of the cards in view. */
export async function stockOf(ids: number[], day?: string, db: Executor = readDb(), now = shopNow()) {
  const asked = await askedDay(day, now);
  const today = indiaDay(now);
  const rows = await run(selectStock(db, { ids, from: day ?? today, to: day ?? today }));
  return rows.map((row) => toLive(onDay(row, asked)));
}

/**
 * The same with the days that can be chosen: those to come for every sweet, those of festivals for theirs, today for what is made for
 * it. None while the shop plans nothing. `today` is the day that they are seen from. After its last window `next` is the first day after it
 * on which something is left of what is made for the day, or the first one; null before.
 */
export async function stockAndDays(ids: number[], day?: string, db: Executor = readDb(), now = shopNow()) {
  const [asked, { values }] = await Promise.all([askedDay(day, now), currentSettings()]);
  const today = indiaDay(now);
  const [rows, [planning]] = await Promise.all([
    run(selectStock(db, { ids, from: today, to: lastBookable(values, now) })),
    run(selectIsPlanning(db)),
  ]);
  const bookable = deliveryDays(values, now);
  const availableOf = new Map(bookable.map((one) => [one, availableOn(one, values, now)]));
  const found = rows.map((row) => {
    const sweet = row.plan && toPlan(row.id, row.plan);
    const isLeft = (stock: number) => row.packs.some((pack) => packsToSell(pack, { ...row, stock }) > 0);
    const days = sweet && bookable.filter((one) => isLeft(availableOf.get(one)?.(sweet) ?? 0));
    return { ...toLive(onDay(row, asked)), ...(days && { days }) };
  });
  const festivalOf = (one: string) =>
    values.festivals.find(({ days, sweets }) => days.includes(one) && rows.some(({ id }) => sweets.includes(id)));
  const isChoice = (one: string) =>
    one === today ? found.some(({ days }) => days?.includes(today)) : isInSpan(one, values.windows, now);
  const choices = planning?.isPlanning ? bookable.filter((one) => isChoice(one) || festivalOf(one)) : [];
  const later = isDayOver(today, values.windows, now) ? choices.filter((one) => one > today) : [];
  return {
    today,
    days: choices.map((one) => ({ day: one, festival: festivalOf(one)?.name ?? null })),
    next: later.find((one) => found.some(({ days }) => days?.includes(one))) ?? later[0] ?? null,
    sweets: found,
  };
}

/** The first day for which a pack can be ordered, and until when it takes orders (an instant, ISO 8601). */
export type FirstDay = { day: string; orderBy: string };

/** The first days of packs of sweets that are made for the day, by the pack's id: packs of which no day has enough are missing. */
export async function firstDays(ids: number[]): Promise<Map<number, FirstDay>> {
  const { values } = await currentSettings();
  const now = shopNow();
  const rows = await run(selectStock(readDb(), { ids, from: indiaDay(now), to: lastBookable(values, now) }));
  const days = deliveryDays(values, now);
  const found = new Map<number, FirstDay>();
  for (const row of rows) {
    if (!row.plan) continue;
    const sweet = toPlan(row.id, row.plan);
    for (const pack of row.packs) {
      const isLeft = (stock: number) => packsToSell(pack, { ...row, stock }) > 0;
      const day = days.find((one) => isLeft(availableUnits(sweet, one, values, now)));
      const opening = day && openingOf(sweet, day, values, now);
      if (opening && opening.state === "open")
        found.set(pack.id, { day, orderBy: new Date(opening.orderBy).toISOString() });
    }
  }
  return found;
}

const selectIsPlanning = built((db) =>
  db.select({ isPlanning: sql<boolean>`exists (select from ${plans})` }).from(once),
);

/** Whether any sweet is made for the day. */
export async function isPlanning(db: Executor = readDb()): Promise<boolean> {
  const [row] = await run(selectIsPlanning(db));
  return row?.isPlanning ?? false;
}
