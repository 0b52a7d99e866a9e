import { and, asc, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { orderLines, orders, packs, sweets, users } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { defaultPacksLeft } from "@/lib/catalogue/select";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { paymentColumns } from "@/lib/payments/select";
import { MAX_LISTED } from "./constants";
import { addCount, countsOf, groupOf, isPacked, type Kitchen, type PackCounts, windowsOf } from "./rules";

type StoredItem = { productId: number; packId: number; packLabel: string; quantity: number; grams: number | null };

const columns = {
  id: orders.id,
  status: orders.status,
  createdAt: orders.createdAt,
  // Whoever buys over the counter by the API names no recipient.
  recipientName: sql<string | null>`coalesce(${orders}.recipient_name, case when ${orders}.channel = 'counter' then (
    select ${users}.name from ${users} where ${users}.id = ${orders}.user_id) end)`,
  method: orders.method,
  giftWrap: orders.giftWrap,
  personalMessage: orders.personalMessage,
  notes: orders.notes,
  packedAt: orders.packedAt,
  slotFrom: orders.slotFrom,
  slotTo: orders.slotTo,
  money: paymentColumns,
  // Drizzle names columns without their table in a select of one table; here that would be the line's own id.
  items: sql<StoredItem[]>`(
    select coalesce(json_agg(json_build_object('productId', ${orderLines}.sweet_id, 'packId', ${packs}.id,
      'packLabel', coalesce(${orderLines}.pack_label, ${packs}.label), 'quantity', ${orderLines}.quantity,
      'grams', coalesce(${orderLines}.grams, ${packs}.grams)) order by ${orderLines}.id), '[]')
    from ${orderLines} join ${packs} on ${packs}.id = line_pack(${orderLines}.pack_id, ${orderLines}.sweet_id)
    where ${orderLines}.order_id = ${orders}.id)`,
};

const selectOfWindows = (date: string, db: Executor) =>
  db
    .select(columns)
    .from(orders)
    .where(and(eq(orders.slotDate, date), ne(orders.status, "Cancelled")))
    .orderBy(asc(orders.slotFrom), asc(orders.id));
export type StoredKitchenOrder = Awaited<ReturnType<typeof selectOfWindows>>[number];

/** All but sales at the till, which are taken along at once. */
const isToPack = sql`(${orders.channel} <> 'counter' or ${orders.method} is not null)`;

/**
 * What is to be packed although no window is agreed. The words are those of the index orders_to_pack: with parameters instead of
 * words PostgreSQL would not use it.
 */
const isOpen = sql`${orders.slotDate} is null and ${orders.packedAt} is null and ${isToPack}
  and ${orders.status} in ('Pending', 'Processing')`;

/** What was packed without a window on a day in Asia/Kolkata. */
const isPackedOn = (date: string) => sql`${orders.slotDate} is null and ${isToPack} and ${orders.status} <> 'Cancelled'
  and ${orders.packedAt} >= (${date}::date)::timestamp at time zone 'Asia/Kolkata'
  and ${orders.packedAt} < (${date}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;

type Group = { orders: StoredKitchenOrder[]; all: number; counts: PackCounts };

/** The orders without a window that meet a condition: a bounded list, how many there are, and how many of each pack they have. */
async function readGroup(condition: SQL, order: SQL, packed: boolean, db: Executor): Promise<Group> {
  const rows = await db.select(columns).from(orders).where(condition).orderBy(order).limit(MAX_LISTED);
  if (rows.length < MAX_LISTED) return { orders: rows, all: rows.length, counts: countsOf(rows) };
  const [all, summed] = await Promise.all([db.$count(orders, condition), sumsOf(condition, db)]);
  const counts: PackCounts = new Map();
  for (const { packId, quantity, grams } of summed)
    addCount(counts, packId, { ordered: quantity, packed: packed ? quantity : 0, grams });
  return { orders: rows, all, counts };
}

function sumsOf(condition: SQL, db: Executor) {
  // Summed before the join, so that the packs of few rows are looked up.
  const sums = db
    .select({
      sweetId: orderLines.sweetId,
      packId: orderLines.packId,
      grams: orderLines.grams,
      quantity: sql<number>`sum(${orderLines.quantity})::int`.as("quantity"),
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(condition)
    .groupBy(orderLines.sweetId, orderLines.packId, orderLines.grams)
    .as("sums");
  return db
    .select({
      packId: packs.id,
      quantity: sums.quantity,
      grams: sql<number | null>`${sums.quantity} * coalesce(${sums.grams}, ${packs.grams})::bigint`,
    })
    .from(sums)
    .innerJoin(packs, eq(packs.id, sql`line_pack(${sums.packId}, ${sums.sweetId})`));
}

const nothing: Group = { orders: [], all: 0, counts: new Map() };

/** Both groups as one, in the order of the orders' numbers, so that an order keeps its place when it is marked. */
function merge(open: Group, packed: Group) {
  const counts: PackCounts = new Map(open.counts);
  for (const [packId, count] of packed.counts) addCount(counts, packId, count);
  // An order that was marked between the two reads is in both.
  const byId = new Map([...open.orders, ...packed.orders].map((order) => [order.id, order]));
  const listed = [...byId.values()].sort((a, b) => a.id - b.id);
  return { listed, totals: { counts, done: packed.all, all: open.all + packed.all } };
}

/** What the kitchen needs to know of packs and their sweets. */
const selectPacks = (ids: number[], db: Executor) =>
  db
    .select({
      id: packs.id,
      label: packs.label,
      // By what a pack takes of the sweet's stock, packs are listed from small to large.
      units: packs.units,
      productId: sweets.id,
      name: sweets.name,
      free: defaultPacksLeft,
    })
    .from(packs)
    .innerJoin(sweets, eq(sweets.id, packs.sweetId))
    .where(inArray(packs.id, ids));
export type PackFacts = Awaited<ReturnType<typeof selectPacks>>[number];

async function packsOf(counts: PackCounts[], db: Executor): Promise<Map<number, PackFacts>> {
  const ids = [...new Set(counts.flatMap((own) => [...own.keys()]))];
  const rows = ids.length > 0 ? await selectPacks(ids, db) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * What the kitchen has to make and to pack on a day in Asia/Kolkata, by window, and what has no window: on today's view all orders
 * that wait to be packed and those packed today, on another day those packed on it. Cancelled orders do not count. `date` is the
 * shop's day when absent. Admins only.
 */
export async function readKitchen(
  actor: Actor,
  { date: wanted }: { date?: string } = {},
  db: Executor = readDb(),
  now = shopNow(),
): Promise<Kitchen> {
  assertAdmin(actor);
  const today = indiaDay(now);
  const date = wanted ?? today;
  const [scheduled, open, packed] = await Promise.all([
    selectOfWindows(date, db),
    date === today ? readGroup(isOpen, asc(orders.id), false, db) : nothing,
    readGroup(isPackedOn(date), desc(orders.packedAt), true, db),
  ]);
  const { listed, totals } = merge(open, packed);
  const facts = await packsOf([countsOf(scheduled), totals.counts], db);
  return {
    date,
    today,
    done: scheduled.filter(isPacked).length + totals.done,
    all: scheduled.length + totals.all,
    windows: windowsOf(date, scheduled, facts, now),
    withoutWindow: groupOf(listed, facts, totals),
  };
}
