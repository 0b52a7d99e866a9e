import { and, asc, between, desc, gt, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { orderLines, orderStatusHistory, orders, packs, planDays } from "@/db/schema";
import { built, run } from "@/db/transaction";

/** Whether an order has left the shop once: its lines count as ordered for good, whatever becomes of it. */
export const hasLeftOnce = sql<boolean>`exists (
  select from ${orderStatusHistory} left_shop
  where left_shop.order_id = ${orders}.id and left_shop.to_status in ('Shipped', 'Completed'))`;

/** The units of the lines of days that are short, in the order in which they are short: the latest windows, then the latest orders. */
const selectShortLines = built((db, { from, to }: { from: string; to: string }) =>
  db
    .select({
      sweetId: planDays.sweetId,
      day: planDays.day,
      short: planDays.short,
      id: orders.id,
      units: sql<number>`sum(${orderLines.quantity} * ${packs.units})`.mapWith(Number),
    })
    .from(planDays)
    .innerJoin(
      orderLines,
      and(sql`${orderLines.day} = ${planDays.day}`, sql`${orderLines.sweetId} = ${planDays.sweetId}`),
    )
    .innerJoin(orders, sql`${orders.id} = ${orderLines.orderId}`)
    .innerJoin(packs, sql`${packs.id} = line_pack(${orderLines.packId}, ${orderLines.sweetId})`)
    .where(
      and(
        gt(planDays.short, 0),
        between(planDays.day, sql`${from}::date`, sql`${to}::date`),
        sql`${orders.status} in ('Pending', 'Processing') and not ${hasLeftOnce}`,
      ),
    )
    .groupBy(planDays.sweetId, planDays.day, planDays.short, orders.id)
    .orderBy(
      asc(planDays.day),
      asc(planDays.sweetId),
      // Who has no window can wait until the day's end.
      sql`${orders.slotFrom} desc nulls first`,
      desc(orders.id),
    ),
);

/** Which orders of which days are short of a sweet, and how many units each; by `"sweet day"`. */
export type ShortOrders = Map<string, { id: number; units: number }[]>;

export async function readShortOrders(db: Executor, from: string, to: string): Promise<ShortOrders> {
  const found: ShortOrders = new Map();
  const left = new Map<string, number>();
  for (const { sweetId, day, short, id, units } of await run(selectShortLines(db, { from, to }))) {
    const key = `${sweetId} ${day}`;
    const missing = Math.min(left.get(key) ?? short, units);
    left.set(key, (left.get(key) ?? short) - missing);
    if (missing > 0) found.set(key, [...(found.get(key) ?? []), { id, units: missing }]);
  }
  return found;
}
