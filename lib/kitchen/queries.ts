import { and, asc, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { prepared } from "@/db/prepared";
import { orderLines, orders, sweets } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { defaultPacksLeft } from "@/lib/catalogue/select";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { paymentColumns } from "@/lib/orders/order-select";
import { MAX_LISTED } from "./constants";
import {
  addUnits,
  groupOf,
  isPacked,
  type Kitchen,
  type StoredKitchenOrder,
  type SweetFacts,
  type Units,
  unitsOf,
  windowsOf,
} from "./view";

const p = sql.placeholder;

const columns = {
  id: orders.id,
  status: orders.status,
  createdAt: orders.createdAt,
  recipientName: orders.recipientName,
  method: orders.method,
  giftWrap: orders.giftWrap,
  personalMessage: orders.personalMessage,
  notes: orders.notes,
  packedAt: orders.packedAt,
  slotFrom: orders.slotFrom,
  slotTo: orders.slotTo,
  money: paymentColumns,
  // Drizzle names columns without their table in a select of one table; here that would be the line's own id.
  items: sql<StoredKitchenOrder["items"]>`(
    select coalesce(json_agg(json_build_object('productId', ${orderLines.sweetId}, 'quantity', ${orderLines.quantity})
      order by ${orderLines.id}), '[]')
    from ${orderLines} where ${orderLines.orderId} = ${orders}.id)`,
};

const selectOfWindows = prepared((db) =>
  db
    .select(columns)
    .from(orders)
    .where(and(eq(orders.slotDate, p("date")), ne(orders.status, "Cancelled")))
    .orderBy(asc(orders.slotFrom), asc(orders.id))
    .prepare("kitchen_windows"),
);

/**
 * What is to be packed although no window is agreed. The words are those of the index orders_unpacked: with parameters instead of
 * words PostgreSQL would not use it.
 */
const isOpen = sql`${orders.slotDate} is null and ${orders.packedAt} is null and ${orders.channel} <> 'counter'
  and ${orders.status} in ('Pending', 'Processing')`;

/** What was packed without a window on a day in Asia/Kolkata. */
const isPackedOn = sql`${orders.slotDate} is null and ${orders.channel} <> 'counter' and ${orders.status} <> 'Cancelled'
  and ${orders.packedAt} >= (${p("date")}::date)::timestamp at time zone 'Asia/Kolkata'
  and ${orders.packedAt} < (${p("date")}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;

/** The orders without a window that meet a condition: a bounded list, how many there are, and their units of each sweet. */
function withoutWindow(name: string, condition: SQL, order: SQL) {
  return {
    list: prepared((db) =>
      db.select(columns).from(orders).where(condition).orderBy(order).limit(MAX_LISTED).prepare(`kitchen_${name}`),
    ),
    count: prepared((db) =>
      db.select({ all: sql<number>`count(*)::int` }).from(orders).where(condition).prepare(`kitchen_${name}_count`),
    ),
    units: prepared((db) =>
      db
        .select({ productId: orderLines.sweetId, quantity: sql<number>`sum(${orderLines.quantity})::int` })
        .from(orders)
        .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
        .where(condition)
        .groupBy(orderLines.sweetId)
        .prepare(`kitchen_${name}_units`),
    ),
  };
}
const openOrders = withoutWindow("open", isOpen, asc(orders.id));
const packedOrders = withoutWindow("packed", isPackedOn, desc(orders.packedAt));

type Group = { orders: StoredKitchenOrder[]; all: number; units: Units };

async function readGroup(
  { list, count, units }: ReturnType<typeof withoutWindow>,
  packed: boolean,
  date: string,
  db: Executor,
): Promise<Group> {
  const rows = await list(db).execute({ date });
  if (rows.length < MAX_LISTED) return { orders: rows, all: rows.length, units: unitsOf(rows) };
  const [[counted], sums] = await Promise.all([count(db).execute({ date }), units(db).execute({ date })]);
  const all: Units = new Map();
  for (const { productId, quantity } of sums) addUnits(all, productId, quantity, packed);
  return { orders: rows, all: counted?.all ?? 0, units: all };
}

const nothing: Group = { orders: [], all: 0, units: new Map() };

/** Both groups as one, in the order of the orders' numbers, so that an order keeps its place when it is marked. */
function merge(open: Group, packed: Group) {
  const units: Units = new Map();
  for (const group of [open, packed])
    for (const [productId, { ordered, packed: done }] of group.units) {
      addUnits(units, productId, ordered - done, false);
      addUnits(units, productId, done, true);
    }
  // An order that was marked between the two reads is in both.
  const byId = new Map([...open.orders, ...packed.orders].map((order) => [order.id, order]));
  const listed = [...byId.values()].sort((a, b) => a.id - b.id);
  return { listed, totals: { units, done: packed.all, all: open.all + packed.all } };
}

const selectSweets = prepared((db) =>
  db
    .select({ id: sweets.id, name: sweets.name, netWeightGrams: sweets.netWeightGrams, free: defaultPacksLeft })
    .from(sweets)
    .where(sql`${sweets.id} = any(${p("ids")}::int[])`)
    .prepare("kitchen_sweets"),
);

async function sweetsOf(units: Units[], db: Executor): Promise<Map<number, SweetFacts>> {
  const ids = [...new Set(units.flatMap((sums) => [...sums.keys()]))];
  const rows = ids.length > 0 ? await selectSweets(db).execute({ ids }) : [];
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
    selectOfWindows(db).execute({ date }),
    date === today ? readGroup(openOrders, false, date, db) : nothing,
    readGroup(packedOrders, true, date, db),
  ]);
  const { listed, totals } = merge(open, packed);
  const facts = await sweetsOf([unitsOf(scheduled), totals.units], db);
  return {
    date,
    today,
    done: scheduled.filter(isPacked).length + totals.done,
    all: scheduled.length + totals.all,
    windows: windowsOf(date, scheduled, facts, now),
    withoutWindow: groupOf(listed, facts, totals),
  };
}
