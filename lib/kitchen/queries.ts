import { and, asc, desc, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { startOfDay } from "@/db/moment";
import { orderLines, orders, packs, sweets } from "@/db/schema";
import { type May, may } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { loadAllPlans, unitGrams } from "@/lib/stock/load-plans";
import { readShortOrders } from "@/lib/stock/short-orders";
import { MAX_LISTED, MAX_WASTED } from "./constants";
import {
  addCount,
  countsOf,
  groupOf,
  isPacked,
  type Kitchen,
  type KitchenGroup,
  kitchenPlans,
  type PackCounts,
  plannedFor,
  windowsOf,
} from "./rules";
import {
  columns,
  type PackFacts,
  type StoredKitchenOrder,
  selectOfWindows,
  selectPackFacts,
  selectSweets,
} from "./select";

/** All but sales at the till, which are taken along at once. */
const isToPack = sql`(${orders.channel} <> 'counter' or ${orders.method} is not null)`;

/**
 * What is to be packed although no window is agreed. The words are those of the index orders_to_pack: with parameters instead of
 * words PostgreSQL would not use it.
 */
const isOpen = sql`${orders.slotDate} is null and ${orders.packedAt} is null and ${isToPack}
  and ${orders.status} in ('Pending', 'Processing')`;

/**
 * The orders without a window that a day shows, each on one day only: what waits on its own day, or today when that has passed or it has
 * none; what is packed on its own day too, or on the day of the mark when that is later.
 */
function groupsOf(date: string, today: string, db: Executor): Promise<Group>[] {
  const [day, from, to] = [sql`${date}::date`, startOfDay(sql`${date}::date`), startOfDay(sql`${date}::date + 1`)];
  const isDone = sql`${orders.slotDate} is null and ${isToPack} and ${orders.status} <> 'Cancelled'`;
  const isWaiting =
    date === today
      ? sql`${isOpen} and (${orders.day} is null or ${orders.day} <= ${day})`
      : date > today && sql`${isOpen} and ${orders.day} = ${day}`;
  return [
    ...(isWaiting ? [readGroup(isWaiting, asc(orders.id), false, db)] : []),
    readGroup(
      sql`${isDone} and ${orders.packedAt} >= ${from} and ${orders.packedAt} < ${to} and (${orders.day} is null or ${orders.day} <= ${day})`,
      desc(orders.packedAt),
      true,
      db,
    ),
    readGroup(
      sql`${isDone} and ${orders.day} = ${day} and (${orders.packedAt} < ${from}
        or ${orders.packedAt} is null and ${orders.status} in ('Shipped', 'Completed'))`,
      asc(orders.id),
      true,
      db,
    ),
  ];
}

type Group = { orders: StoredKitchenOrder[]; all: number; counts: PackCounts; packed: boolean };

/** The orders without a window that meet a condition: a bounded list, how many there are, and how many of each pack they have. */
async function readGroup(condition: SQL, order: SQL, packed: boolean, db: Executor): Promise<Group> {
  const rows = await db.select(columns).from(orders).where(condition).orderBy(order).limit(MAX_LISTED);
  if (rows.length < MAX_LISTED) return { orders: rows, all: rows.length, counts: countsOf(rows), packed };
  const [all, counts] = await Promise.all([db.$count(orders, condition), sumCounts(condition, packed, db)]);
  return { orders: rows, all, counts, packed };
}

async function sumCounts(condition: SQL | undefined, packed: boolean, db: Executor): Promise<PackCounts> {
  const counts: PackCounts = new Map();
  for (const { packId, quantity, ...count } of await sumsOf(condition, db))
    addCount(counts, packId, { ordered: quantity, packed: packed ? quantity : 0, ...count });
  return counts;
}

function sumsOf(condition: SQL | undefined, db: Executor) {
  // Summed before the join, so that the packs of few rows are looked up.
  const sums = db
    .select({
      sweetId: orderLines.sweetId,
      packId: orderLines.packId,
      grams: orderLines.grams,
      quantity: sql<number>`sum(${orderLines.quantity})::int`.as("quantity"),
      fromStock: sql<number>`coalesce(sum(${orderLines.quantity}) filter (where ${orderLines.day} is null), 0)::int`.as(
        "from_stock",
      ),
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
      fromStock: sums.fromStock,
      grams: sql<number | null>`${sums.quantity} * coalesce(${sums.grams}, ${packs.grams})::bigint`,
    })
    .from(sums)
    .innerJoin(packs, eq(packs.id, sql`line_pack(${sums.packId}, ${sums.sweetId})`));
}

/** Groups as one, in the order of the orders' numbers, so that an order keeps its place when it is marked. */
function merge(groups: readonly Group[]) {
  const counts: PackCounts = new Map();
  for (const group of groups) for (const [packId, count] of group.counts) addCount(counts, packId, count);
  // An order that was marked between the reads is in two.
  const byId = new Map(groups.flatMap((group) => group.orders.map((order) => [order.id, order])));
  const listed = [...byId.values()].sort((a, b) => a.id - b.id);
  const sum = (of: (group: Group) => number) => groups.reduce((total, group) => total + of(group), 0);
  return { listed, totals: { counts, done: sum(({ all, packed }) => (packed ? all : 0)), all: sum(({ all }) => all) } };
}

async function packsOf(counts: PackCounts[], db: Executor): Promise<Map<number, PackFacts>> {
  const ids = [...new Set(counts.flatMap((own) => [...own.keys()]))];
  const rows = ids.length > 0 ? await selectPackFacts(ids, db) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * What the kitchen has to make and to pack on a day in Asia/Kolkata, by window, and what has no window; and of each sweet that is planned or
 * ordered for it how much is promised and made. Cancelled orders do not count. `date` is the shop's day when absent.
 */
export async function readKitchen(
  actor: May<"kitchen:read">,
  { date: wanted }: { date?: string } = {},
  db = readDb(),
  now = shopNow(),
): Promise<Kitchen> {
  const today = indiaDay(now);
  const date = wanted ?? today;
  const [scheduled, plans, short, ...groups] = await Promise.all([
    selectOfWindows(date, db),
    loadAllPlans(db, date),
    readShortOrders(db, date, date),
    ...groupsOf(date, today, db),
  ]);
  const { listed, totals } = merge(groups);
  const shown = (order: StoredKitchenOrder) => (may(actor, "payments:read") ? order : { ...order, money: null });
  const counts = [countsOf(scheduled), totals.counts];
  const planned = plannedFor(plans, date);
  const [facts, named] = await Promise.all([
    packsOf(counts, db),
    planned.size > 0 ? selectSweets([...planned.keys()], db) : [],
  ]);
  return {
    date,
    today,
    done: scheduled.filter(isPacked).length + totals.done,
    all: scheduled.length + totals.all,
    plans: kitchenPlans(planned, named, counts, facts, short),
    windows: windowsOf(date, scheduled.map(shown), facts, now),
    withoutWindow: groupOf(listed.map(shown), facts, totals),
  };
}

export type FirstWindow = Pick<KitchenGroup, "all" | "make"> & { from: string; to: string };

/** What the first windows of a day need, for the evening before; null when no order has one. */
export async function readFirstWindow(_actor: May<"kitchen:read">, date: string): Promise<FirstWindow | null> {
  const db = readDb();
  const isOfDay = and(eq(orders.slotDate, date), ne(orders.status, "Cancelled"));
  const [first] = await db
    .select({ from: orders.slotFrom, to: sql<string>`max(${orders.slotTo})`, all: sql<number>`count(*)::int` })
    .from(orders)
    .where(isOfDay)
    .groupBy(orders.slotFrom)
    .orderBy(asc(orders.slotFrom))
    .limit(1);
  if (!first?.from) return null;
  const counts = await sumCounts(and(isOfDay, eq(orders.slotFrom, first.from)), false, db);
  return { ...first, from: first.from, make: groupOf([], await packsOf([counts], db), { counts }).make };
}

/** What can be thrown away: the sweets in stock by name, with the units that are free. */
export const listInStock = async (_actor: May<"kitchen:read">, db = readDb()) =>
  db
    .select({ id: sweets.id, name: sweets.name, unitGrams, stock: sweets.stock })
    .from(sweets)
    .where(and(isNull(sweets.deletedAt), gt(sweets.stock, 0)))
    .orderBy(asc(sql`lower(${sweets.name})`), asc(sweets.id))
    .limit(MAX_WASTED);
export type InStock = Awaited<ReturnType<typeof listInStock>>[number];
