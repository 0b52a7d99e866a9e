import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { cartLines, planDays, sweets } from "@/db/schema";
import { anyOf, built, type IdList, idList, run, type Statement, together } from "@/db/transaction";
import { loadPlans, type PlanDay, type Plans, planIn } from "./load-plans";
import { type Move, moveStock } from "./moves";
import { changeDay, dayOf } from "./plan-rules";

/*
 * Promises: what carts hold and orders have of a sweet's plan for a day. Before the first batch of the day they are within its capacity,
 * and stock knows nothing of them; from then on they are set aside out of stock. Whoever changes them has locked the sweets.
 */

/** Where units of a sweet come from: its plan for a day, or its stock. */
export type Source = string | null;

/** Units that carts and orders take from where they come from (positive) or give back (negative). */
export type UnitsMove = { day: Source; held?: number; ordered?: number } & Omit<Move, "delta" | "day">;

/**
 * The statements that change promises of locked sweets, and stock with its ledger for units from stock and where a day has had its first
 * batch. `plans` is what was loaded under the locks. The caller has checked that there is enough, and calls `fillShort` when something is
 * given back.
 */
export function moveUnits(tx: Executor, plans: Plans, units: readonly UnitsMove[]): (Statement | false)[] {
  const changed = new Map<string, { sweetId: number; before: PlanDay; next: PlanDay }>();
  const moves: Move[] = [];
  for (const { day, held = 0, ordered = 0, ...move } of units) {
    if (day === null) {
      moves.push({ ...move, delta: -held - ordered });
      continue;
    }
    const { sweetId } = move;
    const key = `${sweetId} ${day}`;
    const before = changed.get(key)?.before ?? dayOf(planIn(plans, sweetId), day);
    const { next, delta } = changeDay(changed.get(key)?.next ?? before, { held, ordered });
    changed.set(key, { sweetId, before, next });
    moves.push({ ...move, day, delta });
  }
  return [
    ...[...changed.values()].flatMap(({ sweetId, before, next }) => saveDay(tx, plans, sweetId, before, next)),
    ...moveStock(tx, moves),
  ];
}

/** What is stored of a line whose hold has ended. */
export const noHold = { held: 0, expiresAt: null, addressHash: null };

/** The statements that end holds of locked sweets. The caller gives their units back. */
export const endHolds = (tx: Executor, lines: readonly { cartId: number; packId: number }[]) =>
  lines.map(({ cartId, packId }) =>
    tx
      .update(cartLines)
      .set(noHold)
      .where(and(eq(cartLines.cartId, cartId), eq(cartLines.packId, packId))),
  );

/** Stores a day that was changed under the lock of its sweet. */
export function saveDay(tx: Executor, plans: Plans, sweetId: number, before: PlanDay, next: PlanDay): Statement[] {
  const { day, ...values } = next;
  if (!plans.get(sweetId)?.days.has(day)) return [tx.insert(planDays).values({ sweetId, day, ...values })];
  // As differences, so that a wrong lock could not undo another's promise.
  const plus = (name: "held" | "ordered" | "short") =>
    next[name] === before[name] ? undefined : sql`${planDays[name]} + ${next[name] - before[name]}::int`;
  const { capacity, isOwn, above, made, firstMadeAt, restGrams } = next;
  const set = {
    capacity,
    isOwn,
    above,
    made,
    firstMadeAt,
    restGrams,
    held: plus("held"),
    ordered: plus("ordered"),
    short: plus("short"),
  };
  return [
    tx
      .update(planDays)
      .set(set)
      .where(and(eq(planDays.sweetId, sweetId), eq(planDays.day, day))),
  ];
}

const selectShort = built((tx, { sweetIds }: { sweetIds: IdList }) =>
  tx
    .select({ sweetId: planDays.sweetId, day: planDays.day, short: planDays.short, stock: sweets.stock })
    .from(planDays)
    .innerJoin(sweets, eq(sweets.id, planDays.sweetId))
    .where(and(anyOf(planDays.sweetId, sweetIds), gt(planDays.short, 0), gt(sweets.stock, 0)))
    .orderBy(asc(planDays.sweetId), asc(planDays.day)),
);

/**
 * After units have come into the stock of locked sweets: what is short of a day gets them first, the earliest day first. `userId`: who
 * brought them.
 */
export async function fillShort(
  tx: Executor,
  sweetIds: readonly number[],
  userId: number | null = null,
): Promise<void> {
  const left = new Map<number, number>();
  const fills = (await run(selectShort(tx, { sweetIds: idList(sweetIds) }))).flatMap(
    ({ sweetId, day, short, stock }) => {
      const free = left.get(sweetId) ?? stock;
      const units = Math.min(short, free);
      left.set(sweetId, free - units);
      return units > 0 ? [{ sweetId, day, units }] : [];
    },
  );
  if (fills.length === 0) return;
  await together(
    ...fills.map(({ sweetId, day, units }) =>
      tx
        .update(planDays)
        .set({ short: sql`${planDays.short} - ${units}::int` })
        .where(and(eq(planDays.sweetId, sweetId), eq(planDays.day, day))),
    ),
    ...moveStock(
      tx,
      fills.map(({ units, ...fill }) => ({ ...fill, delta: -units, reason: "promised" as const, userId })),
    ),
  );
}

/** Units that are given back to where they came from. */
export type Return = Pick<Move, "sweetId" | "userId" | "cartId" | "orderId"> & {
  day: Source;
  units: number;
  reason: "release" | "expire";
};

/** Gives units of holds of locked sweets back: to the plan of their day, or to stock, where what is short gets them first. */
export async function returnHolds(tx: Executor, returns: readonly Return[]): Promise<void> {
  const some = returns.filter(({ units }) => units !== 0);
  if (some.length === 0) return;
  const sweetIds = [...new Set(some.map(({ sweetId }) => sweetId))];
  await together(...(await returnStatements(tx, some)));
  await fillShort(tx, sweetIds);
}

/** The statements of these returns alone. */
export async function returnStatements(tx: Executor, returns: readonly Return[]) {
  const ofDays = returns.filter(({ day }) => day !== null);
  const days = ofDays.flatMap(({ day }) => day ?? []).sort();
  const plans = await loadPlans(tx, [...new Set(ofDays.map(({ sweetId }) => sweetId))], days[0] ?? "", days.at(-1));
  return moveUnits(
    tx,
    plans,
    returns.map(({ units, ...move }) => ({ ...move, held: -units })),
  );
}
