// A week of the plans.
import { addDays, dayText, indiaDay, isoWeekday } from "@/lib/dates";
import { db, shop, unique } from "../support/shopper";

const today = indiaDay(new Date());
/** The Monday after next week's, so that every day of its week can be changed, whatever day it is, and after midnight too. */
export const MONDAY = addDays(today, 15 - isoWeekday(today));
export const weekPath = `/admin?tab=plans&from=${MONDAY}`;
export const textOf = (weekday: number) => dayText(addDays(MONDAY, weekday));

/** A sweet that is made for the day, so many units each. */
export async function aPlan(units: number, details: { netWeightGrams?: number } = {}) {
  const sweet = await shop.sweet({ name: unique("Plan"), quantity: 0, details });
  await shop.plan(sweet.id, units, 1);
  return sweet;
}

/** Units that a cart holds of the plan of a day of that week. */
export const hold = ({ id, packs }: Awaited<ReturnType<typeof aPlan>>, weekday: number, units: number) =>
  db.begin(async (tx) => {
    const day = addDays(MONDAY, weekday);
    const [cart] = await tx`
      insert into carts (token_hash, day) values (md5(${unique("cart")}), ${day}) returning id`;
    await tx`
      insert into cart_lines (cart_id, sweet_id, pack_id, quantity, held, expires_at, day)
      values (${cart?.id}, ${id}, ${packs[0]?.id ?? 0}, ${units}, ${units}, now() + interval '1 hour', ${day})`;
    await tx`insert into plan_days (sweet_id, day, capacity, held) values (${id}, ${day}, ${units}, ${units})`;
  });
