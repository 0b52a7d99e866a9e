import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { cartLines, orderLines, orders, packs, sweets } from "@/db/schema";
import { inTransaction, run, together } from "@/db/transaction";
import type { May } from "@/lib/auth/actor";
import { recordAudit } from "@/lib/auth/audit-log";
import { shopNow } from "@/lib/clock";
import { addDays, indiaDay } from "@/lib/dates";
import { AppError, invalid } from "@/lib/errors";
import { releaseExpired } from "./expired";
import { loadPlans, type PlanDay, unitGrams } from "./load-plans";
import { lockSweets, moveStock } from "./moves";
import { notPlanned } from "./plan-commands";
import { fillShort, noHold, saveDay } from "./plan-moves";
import { readPlanDay } from "./plan-queries";
import type { PlanDayEntry } from "./plan-responses";
import { dayOf, promisedOf, setAsideOf } from "./plan-rules";
import { amountText } from "./plan-texts";
import { hasLeftOnce } from "./short-orders";

/**
 * Enters a batch of yesterday, today or tomorrow; negative units correct one. The first batch closes the day: stock gets what was made, and
 * what is promised is set aside. What is missing ends holds, the latest one first; the rest is short. A correction takes from free stock,
 * then from what was set aside. Throws `not_found` for a sweet that has no such day, `invalid` for another day, and `conflict` for a
 * correction of more than was made, or than is still in the shop. Locks: the sweet, its expired lines.
 */
export async function enterBatch(
  actor: May<"plans:write">,
  { productId: sweetId, day, units }: { productId: number; day: string; units: number },
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
    const made = (before.made ?? 0) + units;
    if (made < 0) throw new AppError("conflict", `Only ${before.made ?? 0} units were entered for this day.`);
    const taken = Math.max(0, -units - stored.stock);
    if (taken > 0) await assertInShop(tx, sweetId, before, taken);
    const isFirst = before.made === null;
    // Everything promised is short until stock fills it, the earliest day first.
    const short = isFirst ? promisedOf(before) : before.short + taken;
    const next = { ...before, made, short, firstMadeAt: before.firstMadeAt ?? now.toISOString() };
    const move = { sweetId, day, userId: actor.id };
    await together(
      ...saveDay(tx, found, sweetId, before, next),
      ...moveStock(tx, [
        { ...move, delta: taken, reason: "promised" },
        { ...move, delta: units, reason: "made" },
      ]),
    );
    await fillShort(tx, [sweetId], actor.id);
    await endHolds(tx, sweetId, day, actor.id);
    await recordAudit(tx, actor, {
      noun: "plans",
      nounId: sweetId,
      action: "made",
      text: `entered ${amountText(units, stored.unitGrams)} of ${stored.name} made for ${day}`,
      changes: { made: [before.made, made] },
    });
  });
  return readPlanDay(sweetId, day, db);
}

/** Throws `conflict` when units that were set aside for a day have left the shop. */
async function assertInShop(tx: Executor, sweetId: number, day: PlanDay, units: number): Promise<void> {
  const [left] = await tx
    .select({ units: sql<number>`coalesce(sum(${orderLines.quantity} * ${packs.units}), 0)`.mapWith(Number) })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(packs, sql`${packs.id} = line_pack(${orderLines.packId}, ${orderLines.sweetId})`)
    .where(and(eq(orderLines.day, day.day), eq(orderLines.sweetId, sweetId), hasLeftOnce));
  if (units > setAsideOf(day) - (left?.units ?? 0))
    throw new AppError("conflict", "What is to be taken back has left the shop already.");
}

/** Ends holds of a day that is short, the latest one first, until nothing is short or none is left. The lines stay. */
async function endHolds(tx: Executor, sweetId: number, day: string, userId: number): Promise<void> {
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
    ...ended.map(({ cartId, packId }) =>
      tx
        .update(cartLines)
        .set(noHold)
        .where(and(eq(cartLines.cartId, cartId), eq(cartLines.packId, packId))),
    ),
    ...saveDay(tx, found, sweetId, before, { ...before, held, short }),
    ...moveStock(tx, [{ sweetId, day, delta: back, reason: "promised", userId }]),
  );
  await fillShort(tx, [sweetId], userId);
}
