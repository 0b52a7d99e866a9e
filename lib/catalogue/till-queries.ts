import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { packs, sweets } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { toRupees } from "@/lib/money";
import { deliveryDays, festivalState, isInSpan } from "@/lib/settings/calendar";
import { currentSettings } from "@/lib/settings/queries";
import { lastBookable, loadAllPlans } from "@/lib/stock/load-plans";
import { availableOn } from "@/lib/stock/plan-rules";
import type { TillDay, TillPack } from "./till-packs";

/** Every pack on sale by the name of its sweet, of each sweet the default one first. */
export async function packsAtTill(_actor: May<"orders:write">): Promise<TillPack[]> {
  const rows = await readDb()
    .select({
      productId: sweets.id,
      packId: packs.id,
      units: packs.units,
      name: sweets.name,
      slug: sweets.slug,
      packLabel: packs.label,
      price: packs.price,
      available: sql<number>`${sweets.stock} / ${packs.units}`,
    })
    .from(packs)
    .innerJoin(sweets, eq(sweets.id, packs.sweetId))
    .where(and(isNull(sweets.deletedAt), eq(packs.active, true)))
    .orderBy(sql`lower(${sweets.name})`, asc(sweets.id), desc(packs.isDefault), asc(packs.units));
  return rows.map(({ price, ...row }) => ({ ...row, price: toRupees(price) }));
}

/** The days that an order by telephone can be for, with what is left on them; today among them while something can still be made for it. */
export async function daysAtTill(
  _actor: May<"orders:write">,
  db: Executor = readDb(),
  now = shopNow(),
): Promise<TillDay[]> {
  const { values } = await currentSettings();
  const today = indiaDay(now);
  const plans = [...(await loadAllPlans(db, today, lastBookable(values, now))).values()].filter(({ plan }) => plan);
  return deliveryDays(values, now)
    .map((day) => {
      const available = availableOn(day, values, now);
      return {
        day,
        left: Object.fromEntries(plans.map((sweet) => [sweet.sweetId, available(sweet)])),
        festivals: values.festivals
          .filter((festival) => festival.days.includes(day) && festivalState(festival, now) === "open")
          .map(({ name, sweets }) => ({ name, sweets })),
        isInSpan: isInSpan(day, values.windows, now),
      };
    })
    .filter(({ day, left }) => day !== today || Object.values(left).some((units) => units > 0));
}
