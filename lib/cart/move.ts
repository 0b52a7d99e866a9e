import { and, eq } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { cartLines, packs, sweets } from "@/db/schema";
import { idList, run, together } from "@/db/transaction";
import { packsToSell, type Rules } from "@/lib/catalogue/packs";
import { ruleColumns } from "@/lib/catalogue/select";
import { indiaDay } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { releaseExpired } from "@/lib/stock/expired";
import { lastBookable, loadPlans } from "@/lib/stock/load-plans";
import { lockSweets } from "@/lib/stock/moves";
import { fillShort, moveUnits, type Source } from "@/lib/stock/plan-moves";
import { changeDay, dayClosed, dayOf, daysServing, freeOf, openingOf } from "@/lib/stock/plan-rules";
import type { CartDay } from "./cart-day";
import { expiry, type LockedCart, type StoredLine, selectLines, setCartDay } from "./cart-row";
import {
  countedOf,
  type Holder,
  holdLimit,
  type Limited,
  limitOf,
  liveUnits,
  selectHeld,
  selectIsNew,
  selectOrdered,
  selectShared,
  unitsOf,
} from "./hold-limits";
import { shareStock } from "./rules";

/* Another day for a cart: what it has of planned sweets moves from the plan of one day, or from stock, to another; all of it or nothing. */

/** A line that moves. `keep`: packs that it holds already where it goes to; `back`: those that go back to where it has them now. */
type Moving = StoredLine & { source: Source; keep: number; back: number };
/** What a sweet has for the lines that move, its stock being what is free for them, and the lines in the order of the cart. */
type Group = { sweetId: number; sweet: Rules & Limited; closed: AppError | null; lines: Moving[] };

/** Locks: the sweets of the cart by id. */
async function load(tx: Executor, cart: LockedCart, { day, values, now }: CartDay) {
  const ids = [...new Set((await run(selectLines(tx, { cartId: cart.id }))).map(({ sweetId }) => sweetId))];
  const [, lines, sold] = await together(
    lockSweets(tx, ids),
    selectLines(tx, { cartId: cart.id }),
    tx
      .select({
        packId: packs.id,
        createdAt: cartLines.createdAt,
        sweet: ruleColumns,
        deletedAt: sweets.deletedAt,
        active: packs.active,
      })
      .from(cartLines)
      .innerJoin(packs, eq(packs.id, cartLines.packId))
      .innerJoin(sweets, eq(sweets.id, packs.sweetId))
      .where(eq(cartLines.cartId, cart.id)),
  );
  const days = [day, ...lines.map((line) => line.day)].filter((one) => one !== null).sort();
  const plans = await loadPlans(tx, ids, days[0] ?? indiaDay(now), days.at(-1));
  const groups = new Map<number, Group>();
  // As an order and the cart's page share what is free: in the order in which the lines were added.
  for (const line of lines.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1) || a.units - b.units)) {
    const { sweetId } = line;
    const plan = plans.get(sweetId);
    const found = sold.find(({ packId }) => packId === line.packId);
    // What is not sold stays as it is, and so does what comes from stock on every day.
    if (!found || found.deletedAt !== null || !found.active || (!plan?.plan && line.day === null)) continue;
    const source = plan?.plan ? day : null;
    const opening = plan && source !== null ? openingOf(plan, source, values, now) : null;
    const isOpen = opening === null || opening.state === "open";
    const keeps = line.day === source && (isOpen || line.isLive);
    const stock = source === null ? found.sweet.stock : isOpen && plan ? freeOf(dayOf(plan, source)) : 0;
    const group = groups.get(sweetId) ?? {
      sweetId,
      sweet: { ...found.sweet, stock },
      closed: opening?.state === "closed" || opening?.state === "before" ? dayClosed(opening, day ?? "") : null,
      lines: [],
    };
    // What comes back into stock by the move is free for it.
    if (source === null && line.day !== null && plan)
      group.sweet.stock += changeDay(dayOf(plan, line.day), { held: -line.held * line.units }).delta;
    group.lines.push({ ...line, source, keep: keeps ? line.held : 0, back: keeps ? 0 : line.held });
    groups.set(sweetId, group);
  }
  return { ids, lines, plans, groups: [...groups.values()] };
}
type Loaded = Awaited<ReturnType<typeof load>>;

/** The lines of which fewer packs can be had than are wanted. */
const shortOf = (groups: readonly Group[]) =>
  groups.flatMap(({ sweetId, sweet, lines }) => {
    const claims = lines.map(({ packId, units, quantity, keep }) => ({ packId, units, quantity, held: keep }));
    const shared = shareStock(claims, sweet, packsToSell);
    return claims
      .map(({ packId, quantity }) => ({ packId, quantity, available: shared.get(packId) ?? 0 }))
      .filter(({ quantity, available }) => quantity > available)
      .map(({ packId, available }) => ({ productId: sweetId, packId, available }));
  });

/** The days that have everything that moves, with what the cart holds of them already. */
async function otherDays(tx: Executor, { groups }: Loaded, { values, now }: CartDay): Promise<string[]> {
  const ids = groups.map(({ sweetId }) => sweetId);
  const plans = await loadPlans(tx, ids, indiaDay(now), lastBookable(values, now));
  const wanted = groups.map(({ sweetId, lines }) => {
    const own = new Map<string, number>();
    for (const { day, held, units } of lines) if (day !== null) own.set(day, (own.get(day) ?? 0) + held * units);
    return { sweetId, own, units: lines.reduce((sum, { quantity, units }) => sum + quantity * units, 0) };
  });
  return daysServing(wanted, plans, values, now);
}

/** Throws `hold_limit` for more than one shopper may keep from the others. Returns the address that the holds count for, if any. */
async function assertLimits(
  tx: Executor,
  cart: LockedCart,
  holder: Holder,
  { groups }: Loaded,
  day: Source,
): Promise<string | null> {
  const { addressHash, userId } = holder;
  if (addressHash === null) return null;
  const wanted = groups.map((group) => ({
    ...group,
    source: group.lines[0]?.source ?? null,
    units: group.lines.reduce((sum, line) => sum + line.quantity * line.units, 0),
  }));
  const growing = wanted.filter(({ sweetId, source, units, lines }) => units > liveUnits(lines, sweetId, source));
  const ids = growing.map(({ sweetId }) => sweetId);
  const asked = { sweetIds: idList(ids), cartId: cart.id, addressHash };
  const [account, held, shared, ordered = []] = await together(
    userId !== null && selectIsNew(tx, { userId }),
    selectHeld(tx, ids, day),
    selectShared(tx, { ...asked, userId }),
    userId !== null && selectOrdered(tx, { ...asked, userId }),
  );
  const isCounted = userId === null || account?.[0]?.isNew === true;
  const counted = countedOf(shared, ordered, isCounted);
  for (const { sweetId, sweet, source, units } of growing) {
    const all = sweet.stock + unitsOf(held, sweetId, source);
    const room = limitOf(holder, sweet, all) - unitsOf(counted, sweetId, source);
    if (units > room) throw holdLimit(userId === null, Math.max(0, Math.floor(room / sweet.defaultUnits)));
  }
  return isCounted ? addressHash : null;
}

/**
 * Gives a locked cart its day and moves what it has of planned sweets there, whole lines, held from now. A cart without lines keeps no day. Throws
 * `day_closed`, `day_short` with the short lines (what the cart holds there counts as available) and the days that have all, and
 * `hold_limit`. Locks: the sweets of the cart by id, their expired lines.
 */
export async function moveCart(tx: Executor, cart: LockedCart, holder: Holder, to: CartDay): Promise<void> {
  const { day } = to;
  let loaded = await load(tx, cart, to);
  if (shortOf(loaded.groups).length > 0 && (await releaseExpired(tx, loaded.ids)) > 0)
    loaded = await load(tx, cart, to);
  const { groups, plans } = loaded;
  const items = shortOf(groups);
  if (items.length > 0) {
    const days = await otherDays(tx, loaded, to);
    const closed = groups.find(
      ({ sweetId, closed }) => closed && items.some((item) => item.productId === sweetId),
    )?.closed;
    if (closed) throw new AppError("day_closed", closed.message, { items, days });
    throw new AppError("day_short", "Some sweets in your cart are short on this day.", { items, days });
  }
  const addressHash = await assertLimits(tx, cart, holder, loaded, day);

  const moving = groups
    .flatMap(({ lines }) => lines)
    .filter((line) => line.back > 0 || line.quantity > line.keep || line.day !== line.source);
  const by = { userId: holder.userId, cartId: cart.id };
  const changes = [
    ...moving.map((line) => ({ ...line, at: line.day, packs: -line.back, reason: "release" as const })),
    ...moving.map((line) => ({ ...line, at: line.source, packs: line.quantity - line.keep, reason: "hold" as const })),
  ].filter(({ packs }) => packs !== 0);
  await together(
    ...moveUnits(
      tx,
      plans,
      changes.map(({ at, sweetId, packs, units, reason }) => ({
        ...by,
        sweetId,
        day: at,
        held: packs * units,
        reason,
      })),
    ),
    ...moving.map(({ packId, quantity, source }) =>
      tx
        .update(cartLines)
        .set({ held: quantity, day: source, expiresAt: expiry(), addressHash })
        .where(and(eq(cartLines.cartId, cart.id), eq(cartLines.packId, packId))),
    ),
    setCartDay(tx, cart.id, loaded.lines.length > 0 ? day : null),
  );
  await fillShort(tx, loaded.ids);
}
