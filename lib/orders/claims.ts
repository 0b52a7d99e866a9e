import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { orderLines, orders, packs, planDays, sweets } from "@/db/schema";
import { type Rows, run, together } from "@/db/transaction";
import { indiaDay } from "@/lib/dates";
import { releaseExpired } from "@/lib/stock/expired";
import { lastBookable, loadPlans, type Plans, planIn } from "@/lib/stock/load-plans";
import type { Move } from "@/lib/stock/moves";
import { moveUnits } from "@/lib/stock/plan-moves";
import { dayOf, daysServing, freeOf } from "@/lib/stock/plan-rules";
import { hasLeftOnce } from "@/lib/stock/short-orders";
import { dayShort, type OrderDay, type ShortLine } from "./day-rules";
import { type ClaimingLine, shortLines, shortOf } from "./place-rules";

/* What a stored order has of stock and of plans, for the commands that give it back, take it again, or move it to another day. */

const lockSweetsOf = (tx: Executor, orderId: number) =>
  tx
    .select({ id: sweets.id })
    .from(sweets)
    .where(
      inArray(sweets.id, tx.select({ id: orderLines.sweetId }).from(orderLines).where(eq(orderLines.orderId, orderId))),
    )
    .orderBy(asc(sweets.id))
    .for("no key update");

/** The lines of an order; nothing is held for them. */
const selectLines = (tx: Executor, orderId: number) =>
  tx
    .select({
      quantity: orderLines.quantity,
      held: sql<number>`0`,
      day: orderLines.day,
      /** A line from a plan that has left the shop once counts as ordered for good. */
      isSettled: sql<boolean>`${orderLines.day} is not null and ${hasLeftOnce}`,
      /** Whether a day of the sweet is short, which what comes into stock fills. */
      isShort: sql<boolean>`exists (select from ${planDays} d where d.sweet_id = ${sweets.id} and d.short > 0)`,
      sweet: { id: sweets.id, stock: sweets.stock, prepHours: sweets.prepHours },
      pack: { id: packs.id, units: packs.units },
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(sweets, eq(sweets.id, orderLines.sweetId))
    .innerJoin(packs, eq(packs.id, sql`line_pack(${orderLines.packId}, ${orderLines.sweetId})`))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.sweetId), asc(orderLines.id));

export type Claims = Awaited<ReturnType<typeof lockClaims>>;
export const NO_CLAIMS: Claims = { orderId: 0, sweetIds: [], lines: [], plans: new Map(), isAnyShort: false };

/** Locks the sweets of an order and reads its lines and their plans. `days`: further days of the plans that are needed. */
export async function lockClaims(tx: Executor, orderId: number, days: readonly string[] = []) {
  const [, lines] = await together(lockSweetsOf(tx, orderId), selectLines(tx, orderId));
  return readClaims(tx, orderId, lines, days);
}

/** The same of an order whose sweets are not locked. */
export const findClaims = async (db: Executor, orderId: number) =>
  readClaims(db, orderId, await run(selectLines(db, orderId)), []);

async function readClaims(
  tx: Executor,
  orderId: number,
  found: Rows<ReturnType<typeof selectLines>>,
  further: readonly string[],
) {
  const lines = found.filter(({ isSettled }) => !isSettled);
  const sweetIds = [...new Set(lines.map(({ sweet }) => sweet.id))];
  const days = [...lines.flatMap(({ day }) => day ?? []), ...further].sort();
  const isPlanned = lines.some(({ day }) => day !== null);
  const plans: Plans =
    isPlanned && days[0] !== undefined ? await loadPlans(tx, sweetIds, days[0], days.at(-1)) : new Map();
  return { orderId, sweetIds, lines, plans, isAnyShort: lines.some(({ isShort }) => isShort) };
}

/** The lines as lib/delivery takes them. */
export const claimedItems = ({ lines }: Pick<Claims, "lines">) =>
  lines.map(({ sweet, pack, quantity }) => ({ productId: sweet.id, packId: pack.id, quantity }));

/** What a day of a sweet's plan can still take: of its capacity before the first batch, of stock after it. */
const dayFree = (plans: Plans, sweetId: number, day: string, stock: number): { free: number; fromStock: boolean } => {
  const planDay = dayOf(planIn(plans, sweetId), day);
  return planDay.made === null ? { free: freeOf(planDay), fromStock: false } : { free: stock, fromStock: true };
};

/**
 * Throws when the lines cannot have what they need: `day_short` when some of a plan lack, else `insufficient_stock`. The owner is not bound by
 * order-by times. Holds that have expired since the last run of the job are free. `back`: units of a sweet that come into stock by the same
 * change. Returns the plans as they are now that such holds have ended.
 */
export async function assertAvailable(
  tx: Executor,
  claims: Claims,
  { values, now }: OrderDay,
  to?: string,
  back: ReadonlyMap<number, number> = new Map(),
): Promise<Plans> {
  const shortNow = ({ lines, plans }: Claims) =>
    shortOf(
      lines
        .filter(({ day }) => to === undefined || day !== null)
        .map((line) => {
          const stock = line.sweet.stock + (back.get(line.sweet.id) ?? 0);
          if (line.day === null) return { ...line, free: stock, planned: null };
          const planned = to ?? line.day;
          const { free, fromStock } = dayFree(plans, line.sweet.id, planned, stock);
          // After the first batch the day shares the stock with the lines from stock.
          return { ...line, day: fromStock ? null : planned, free, planned };
        }),
    );
  let [short, { plans }] = [shortNow(claims), claims];
  const furtherDays = to === undefined ? [] : [to];
  if (short.length > 0 && (await releaseExpired(tx, claims.sweetIds)) > 0) {
    const again = await readClaims(tx, claims.orderId, await run(selectLines(tx, claims.orderId)), furtherDays);
    [short, { plans }] = [shortNow(again), again];
  }
  if (short.length === 0) return plans;
  if (short.every(({ line }) => line.planned === null)) throw shortLines(short, false);
  throw await dayTooShort(tx, short, claims, { values, now });
}

/** `day_short` with the days that have all of the lines that come from plans. */
export async function dayTooShort(
  tx: Executor,
  short: readonly ShortLine[],
  { sweetIds, lines }: { sweetIds: readonly number[]; lines: readonly Omit<ClaimingLine, "held" | "free">[] },
  { values, now }: Pick<OrderDay, "values" | "now">,
) {
  const wanted = sweetIds.map((sweetId) => ({
    sweetId,
    own: new Map<string, number>(),
    units: lines
      .filter(({ sweet, day }) => sweet.id === sweetId && day !== null)
      .reduce((sum, { quantity, pack }) => sum + quantity * pack.units, 0),
  }));
  const bookable = await loadPlans(tx, sweetIds, indiaDay(now), lastBookable(values, now));
  return dayShort(short, daysServing(wanted, bookable, values, now));
}

/** The statements that give an order's units back (-1) to stock and plans, or take them (1) again. */
export function moveClaims(
  tx: Executor,
  { lines, plans }: Claims,
  sign: -1 | 0 | 1,
  by: Pick<Move, "reason" | "userId" | "orderId">,
) {
  if (sign === 0) return [];
  return moveUnits(
    tx,
    plans,
    lines.map(({ sweet, pack, quantity, day }) => ({
      ...by,
      sweetId: sweet.id,
      day,
      ordered: sign * quantity * pack.units,
    })),
  );
}
