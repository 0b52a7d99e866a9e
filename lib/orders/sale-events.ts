import { sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { cartLines, packs, planDays, sweets } from "@/db/schema";
import { built } from "@/db/transaction";
import { LOW_STOCK } from "@/lib/catalogue/constants";
import { storeEvents } from "@/lib/events";
import type { Claim } from "./place-rules";

/*
 * The events of a sweet when units of it are sold. What carts hold is not sold yet: it counts as if it were in stock or
 * free for its day, so a hold alone says nothing, and each threshold is passed once.
 */

const unsold = sql`${sweets.stock} + coalesce((
  select sum(c.held * p.units) from ${cartLines} c join ${packs} p on p.id = c.pack_id
  where c.sweet_id = ${sweets.id} and c.held > 0 and c.day is null), 0)`;
const unordered = sql`(
  select d.capacity - d.ordered from ${planDays} d where d.sweet_id = ${sweets.id} and d.day = sold.day and d.made is null)`;
const smallest = sql`(select min(p.units) from ${packs} p where p.sweet_id = ${sweets.id} and p.active)`;

const storeSaleEvents = built((tx, { sales }: { sales: string }) =>
  storeEvents(
    tx,
    sql`
      select threshold.type, null::int as "orderId", null::int as "paymentId", sold."sweetId", null::int as "enquiryId",
        sold.day
      from jsonb_to_recordset(${sales}::text::jsonb) as sold("sweetId" int, day date, units int)
      join ${sweets} on ${sweets.id} = sold."sweetId"
      cross join lateral (select case when sold.day is null then ${unsold} else ${unordered} end as units) as rest
      cross join lateral (values
        ('stock.low', ${sql.raw(String(LOW_STOCK))} * ${sweets.defaultUnits}, true),
        ('stock.out', ${smallest}, true),
        ('plan.full', ${smallest}, false)) as threshold(type, units, of_stock)
      where (sold.day is null) = threshold.of_stock
        and rest.units < threshold.units and rest.units + sold.units >= threshold.units`,
  ),
);

/**
 * The statement that stores what these sales bring about: `stock.low`, `stock.out`, `plan.full`. To be sent under the locks of the sweets, after
 * everything else that the sale changes.
 */
export function insertSaleEvents(tx: Executor, lines: readonly Pick<Claim, "sweet" | "pack" | "quantity" | "day">[]) {
  const sales = new Map<string, { sweetId: number; day: string | null; units: number }>();
  for (const { sweet, pack, quantity, day } of lines) {
    const key = `${sweet.id} ${day}`;
    const units = (sales.get(key)?.units ?? 0) + quantity * pack.units;
    sales.set(key, { sweetId: sweet.id, day, units });
  }
  return sales.size > 0 && storeSaleEvents(tx, { sales: JSON.stringify([...sales.values()]) });
}
