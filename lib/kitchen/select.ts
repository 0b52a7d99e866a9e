import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { orderLines, orders, packs, sweets, users } from "@/db/schema";
import { defaultPacksLeft } from "@/lib/catalogue/select";
import { paymentColumns } from "@/lib/payments/select";
import { unitGrams } from "@/lib/stock/load-plans";

type StoredItem = {
  productId: number;
  packId: number;
  packLabel: string;
  quantity: number;
  grams: number | null;
  /** The day from whose plan it is; null: from stock. */
  day: string | null;
};

export const columns = {
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
      'grams', coalesce(${orderLines}.grams, ${packs}.grams), 'day', ${orderLines}.day) order by ${orderLines}.id), '[]')
    from ${orderLines} join ${packs} on ${packs}.id = line_pack(${orderLines}.pack_id, ${orderLines}.sweet_id)
    where ${orderLines}.order_id = ${orders}.id)`,
};

export const selectOfWindows = (date: string, db: Executor) =>
  db
    .select(columns)
    .from(orders)
    .where(and(eq(orders.slotDate, date), ne(orders.status, "Cancelled")))
    .orderBy(asc(orders.slotFrom), asc(orders.id));
type KitchenColumns = Awaited<ReturnType<typeof selectOfWindows>>[number];
/** Without its money for whoever may not read payments. */
export type StoredKitchenOrder = Omit<KitchenColumns, "money"> & { money: KitchenColumns["money"] | null };

/** What the kitchen needs to know of a sweet, with what one unit weighs: that part of the default pack. */
const sweetColumns = {
  productId: sweets.id,
  name: sweets.name,
  unitGrams,
  packUnits: sweets.defaultUnits,
  free: defaultPacksLeft,
};
export const selectSweets = (ids: number[], db: Executor) =>
  db.select(sweetColumns).from(sweets).where(inArray(sweets.id, ids));
export type SweetFacts = Awaited<ReturnType<typeof selectSweets>>[number];

/** The same of packs and their sweets. */
export const selectPackFacts = (ids: number[], db: Executor) =>
  db
    .select({
      id: packs.id,
      label: packs.label,
      // By what a pack takes of the sweet's stock, packs are listed from small to large.
      units: packs.units,
      ...sweetColumns,
    })
    .from(packs)
    .innerJoin(sweets, eq(sweets.id, packs.sweetId))
    .where(inArray(packs.id, ids));
export type PackFacts = Awaited<ReturnType<typeof selectPackFacts>>[number];
