import type { Executor } from "@/db/client";
import { idList, run, together } from "@/db/transaction";
import { countedOf, selectOrdered, selectShared } from "@/lib/cart/hold-limits";
import { packsInStock, packsToSell } from "@/lib/catalogue/packs";
import { indiaDay } from "@/lib/dates";
import { releaseExpired } from "@/lib/stock/expired";
import { lastBookable, loadPlans } from "@/lib/stock/load-plans";
import { lockSweets } from "@/lib/stock/moves";
import { daysServing } from "@/lib/stock/plan-rules";
import { assertFestivalDay, type Line, type OrderDay } from "./day-rules";
import { assertHoldLimits, type Buyer } from "./order-limits";
import { selectPacks } from "./pack-select";
import { assertMinimumQuantities, assertPrices, assertStock, linesOf, shortOf } from "./place-rules";
import type { OrderInput } from "./schema";

const NO_CART = 0;

/**
 * Locks sweets and reads what is to be sold of them; units that the cart holds are used first. It writes nothing, but releases expired holds.
 * Throws `unavailable`, `price_changed`, `hold_limit` (only with a `buyer`), `insufficient_stock`, `day_closed`, `day_short`, and
 * `minimum_quantity` unless staff sell.
 */
export async function loadLines(
  tx: Executor,
  items: OrderInput["items"],
  sweetIds: readonly number[],
  on: OrderDay,
  isStaff: boolean,
  cartId = NO_CART,
  buyer?: Buyer,
) {
  const short = () => shortOf(lines, isStaff ? packsInStock : packsToSell);
  const select = () => selectPacks(tx, { sweetIds: idList(sweetIds), cartId, day: on.day });
  const asked = buyer && { ...buyer, sweetIds: idList(sweetIds), cartId };
  const [, rows, shared = [], ordered = []] = await together(
    lockSweets(tx, sweetIds),
    select(),
    asked && selectShared(tx, asked),
    asked && selectOrdered(tx, asked),
  );
  let found = rows;
  let lines = linesOf(items, found, on);
  assertPrices(items, lines);
  assertFestivalDay(lines, on);
  if (short().length > 0 && (await releaseExpired(tx, sweetIds)) > 0) {
    found = await run(select());
    lines = linesOf(items, found, on);
  }
  if (buyer) await assertHoldLimits(tx, items, lines, found, buyer, countedOf(shared, ordered, buyer.isNew));
  await assertStock(items, lines, short(), on, () => daysFor(tx, lines, on));
  if (!isStaff) assertMinimumQuantities(lines);
  return { found, lines };
}

/** The days that have everything of the lines that come from plans. */
async function daysFor(tx: Executor, lines: readonly Line[], { values, now }: OrderDay): Promise<string[]> {
  const wanted = new Map<number, { sweetId: number; units: number; own: Map<string, number> }>();
  for (const { sweet, pack, quantity, inCart, day } of lines) {
    if (day === null) continue;
    const sum = wanted.get(sweet.id) ?? { sweetId: sweet.id, units: 0, own: new Map<string, number>() };
    sum.units += quantity * pack.units;
    if (inCart?.day && inCart.isLive)
      sum.own.set(inCart.day, (sum.own.get(inCart.day) ?? 0) + inCart.held * pack.units);
    wanted.set(sweet.id, sum);
  }
  const plans = await loadPlans(tx, [...wanted.keys()], indiaDay(now), lastBookable(values, now));
  return daysServing([...wanted.values()], plans, values, now);
}
