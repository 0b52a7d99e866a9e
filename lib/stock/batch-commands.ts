import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { cartLines, orderLines, orders, packs, sweets } from "@/db/schema";
import { inTransaction, run, together } from "@/db/transaction";
import type { May } from "@/lib/auth/actor";
import { changesBetween, recordAudit } from "@/lib/auth/audit-log";
import { shopNow } from "@/lib/clock";
import { addDays, indiaDay } from "@/lib/dates";
import { AppError, invalid } from "@/lib/errors";
import { releaseExpired } from "./expired";
import { loadPlans, type PlanDay, unitGrams } from "./load-plans";
import { lockSweets, moveStock } from "./moves";
import { notPlanned } from "./plan-commands";
import { planBounds } from "./plan-constants";
import { endHolds, fillShort, saveDay } from "./plan-moves";
import { readPlanDay } from "./plan-queries";
import type { PlanDayEntry } from "./plan-responses";
import { type Batch, dayOf, isFarAbove, promisedOf, reopened, setAsideOf, withBatch } from "./plan-rules";
import { batchText } from "./plan-texts";
import { hasLeftOnce } from "./short-orders";

/**
 * Enters a batch of yesterday, today or tomorrow; negative amounts correct one. The first batch closes the day: stock gets what was made, and
 * what is promised is set aside. What is missing ends holds, the latest one first; the rest is short. A correction takes from free stock,
 * then from what was set aside; one that leaves nothing made, of a day of which nothing has left the shop, reopens the day. Of a weighed
 * batch whole units count, and the rest is kept for the next one. Throws `not_found` for a sweet that has no such day, `invalid` for another
 * day or a weight of pieces, `above_plan` for a first batch of more than twice the capacity unless `force` is set, and `conflict` for a
 * correction of more than was made, or than is still in the shop. Locks: the sweet, its expired lines.
 */
export async function enterBatch(
  actor: May<"plans:write">,
  { productId: sweetId, day, force = false, ...batch }: { productId: number; day: string; force?: boolean } & Batch,
  db: Executor,
  now = shopNow(),
): Promise<PlanDayEntry> {
  const today = indiaDay(now);
  if (day < addDays(today, -1) || day > addDays(today, 1))
    throw invalid("day", "A batch is of yesterday, today or tomorrow.");
  await inTransaction(db, async (tx) => {
    await run(lockSweets(tx, [sweetId]));
    await releaseExpired(tx, [sweetId]);
    const [found, [stored]] = await Promise.all([
      loadPlans(tx, [sweetId], day),
      tx.select({ stock: sweets.stock, name: sweets.name, unitGrams }).from(sweets).where(eq(sweets.id, sweetId)),
    ]);
    const sweet = found.get(sweetId);
    if (!sweet || !stored || (!sweet.plan && !sweet.days.has(day))) throw notPlanned();
    const before = dayOf(sweet, day);
    const { made, units, restGrams } = withBatch(before, batch, stored.unitGrams);
    const text = (of: Batch) => batchText(of, stored.unitGrams);
    const amount = text(batch);
    const madeOf = ({ made, restGrams }: PlanDay) =>
      made === null && restGrams === 0 ? null : text({ units: made ?? 0, grams: restGrams });
    if (made < 0) {
      const entered = text({ units: before.made ?? 0, grams: before.restGrams });
      throw new AppError("conflict", `Entered for this day: ${entered}. No more can be taken back.`);
    }
    if (Math.abs(units) > planBounds.units) throw invalid("grams", "This is more than a day can have.");
    if (before.made === null && isFarAbove(before, made) && !force) {
      const { capacity } = before;
      const message = `That is far above the plan of ${text({ units: capacity })}. Was it really ${amount}?`;
      throw new AppError("above_plan", message, { capacity });
    }
    const taken = Math.max(0, -units - stored.stock);
    const isUndone = made === 0 && units < 0;
    const left = taken > 0 || isUndone ? await unitsThatLeft(tx, sweetId, day) : 0;
    if (taken > 0 && taken > setAsideOf(before) - left)
      throw new AppError("conflict", "What is to be taken back has left the shop already.");
    const isReopened = isUndone && left === 0;
    let next: PlanDay = { ...before, restGrams };
    // What goes with all of the units is no rest of anything that was made.
    if (isReopened) next = { ...reopened(sweet, before), restGrams: batch.grams === undefined ? 0 : restGrams };
    else if (units !== 0)
      next = {
        ...next,
        made,
        firstMadeAt: before.firstMadeAt ?? now.toISOString(),
        // Everything promised is short until stock fills it, the earliest day first.
        short: before.made === null ? promisedOf(before) : before.short + taken,
      };
    const move = { sweetId, day, userId: actor.id };
    await together(
      ...saveDay(tx, found, sweetId, before, next),
      ...moveStock(tx, [
        { ...move, delta: isReopened ? setAsideOf(before) : taken, reason: "promised" },
        { ...move, delta: units, reason: "made" },
      ]),
    );
    await fillShort(tx, [sweetId], actor.id);
    await endLatestHolds(tx, sweetId, day, actor.id);
    await recordAudit(tx, actor, {
      noun: "plans",
      nounId: sweetId,
      action: "made",
      text: `entered ${amount} of ${stored.name} made for ${day}`,
      changes: changesBetween({ made: madeOf(before) }, { made: madeOf(next) }),
    });
  });
  return readPlanDay(sweetId, day, db);
}

/** Units in lines of a day whose orders have left the shop. */
async function unitsThatLeft(tx: Executor, sweetId: number, day: string): Promise<number> {
  const [left] = await tx
    .select({ units: sql<number>`coalesce(sum(${orderLines.quantity} * ${packs.units}), 0)`.mapWith(Number) })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(packs, sql`${packs.id} = line_pack(${orderLines.packId}, ${orderLines.sweetId})`)
    .where(and(eq(orderLines.day, day), eq(orderLines.sweetId, sweetId), hasLeftOnce));
  return left?.units ?? 0;
}

/** Ends holds of a day that is short, the latest one first, until nothing is short or none is left. The lines stay. */
async function endLatestHolds(tx: Executor, sweetId: number, day: string, userId: number): Promise<void> {
  const before = (await loadPlans(tx, [sweetId], day)).get(sweetId)?.days.get(day);
  if (!before || before.short === 0 || before.held === 0) return;
  const lines = await tx
    .select({
      cartId: cartLines.cartId,
      packId: cartLines.packId,
      units: sql<number>`${cartLines.held} * ${packs.units}`,
    })
    .from(cartLines)
    .innerJoin(packs, eq(packs.id, cartLines.packId))
    .where(and(eq(cartLines.sweetId, sweetId), eq(cartLines.day, day), gt(cartLines.held, 0)))
    .orderBy(sql`${cartLines.expiresAt} desc`, sql`${cartLines.cartId} desc`, asc(cartLines.packId));
  let { held, short } = before;
  let back = 0;
  const ended: typeof lines = [];
  for (const line of lines) {
    if (short === 0) break;
    const missing = Math.min(short, line.units);
    held -= line.units;
    short -= missing;
    back += line.units - missing;
    ended.push(line);
  }
  const found = new Map([[sweetId, { sweetId, plan: null, days: new Map([[day, before]]) }]]);
  await together(
    ...endHolds(tx, ended),
    ...saveDay(tx, found, sweetId, before, { ...before, held, short }),
    ...moveStock(tx, [{ sweetId, day, delta: back, reason: "promised", userId }]),
  );
  await fillShort(tx, [sweetId], userId);
}
