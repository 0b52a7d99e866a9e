import { sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { LOW_STOCK } from "@/db/constants/stock";
import { cartLines, packs, planDays, sweets } from "@/db/schema";
import { anyOf, built, type IdList, idList } from "@/db/transaction";
import { storeEvents } from "@/lib/events";
import type { ClaimingLine } from "./place-rules";

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

// The sweets are read by their ids: PostgreSQL takes any JSON for a hundred rows, and would rather read the whole catalogue.
const storeSaleEvents = built((tx, { sweetIds, sales }: { sweetIds: IdList; sales: string }) =>
  storeEvents(
    tx,
    sql`
      select threshold.type, null::int as "orderId", null::int as "paymentId", sold."sweetId", null::int as "enquiryId",
        sold.day
      from ${sweets}
      join jsonb_to_recordset(${sales}::text::jsonb) as sold("sweetId" int, day date, units int) on sold."sweetId" = ${sweets.id}
      cross join lateral (select case when sold.day is null then ${unsold} else ${unordered} end as units) as rest
      cross join lateral (values
        ('stock.low', ${sql.raw(String(LOW_STOCK))} * ${sweets.defaultUnits}, true),
        ('stock.out', ${smallest}, true),
        ('plan.full', ${smallest}, false)) as threshold(type, units, of_stock)
      where ${anyOf(sweets.id, sweetIds)} and (sold.day is null) = threshold.of_stock
        and rest.units < threshold.units and rest.units + sold.units >= threshold.units`,
  ),
);

/**
 * The statement that stores what these sales bring about: `stock.low`, `stock.out`, `plan.full`. To be sent under the locks of the sweets, after
 * everything else that the sale changes.
 */
export function insertSaleEvents(
  tx: Executor,
  lines: readonly Pick<ClaimingLine, "sweet" | "pack" | "quantity" | "day">[],
) {
  const sales = new Map<string, { sweetId: number; day: string | null; units: number }>();
  for (const { sweet, pack, quantity, day } of lines) {
    const key = `${sweet.id} ${day}`;
    const units = (sales.get(key)?.units ?? 0) + quantity * pack.units;
    sales.set(key, { sweetId: sweet.id, day, units });
  }
  const listed = [...sales.values()];
  const sweetIds = idList([...new Set(listed.map(({ sweetId }) => sweetId))]);
  return listed.length > 0 && storeSaleEvents(tx, { sweetIds, sales: JSON.stringify(listed) });
}
