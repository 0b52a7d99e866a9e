import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { packs, sweets } from "@/db/schema";
import { built, idList, run, together } from "@/db/transaction";
import { packsToSell } from "@/lib/catalogue/packs";
import { ruleColumns } from "@/lib/catalogue/select";
import { selectPlansOf, toPlans } from "@/lib/stock/load-plans";
import { lockSweets } from "@/lib/stock/moves";
import type { Source } from "@/lib/stock/plan-moves";
import { dayOf, freeOf, type Opening, openingOf } from "@/lib/stock/plan-rules";
import type { CartDay } from "./cart-day";
import { type LockedCart, liveOf, type StoredLine, selectLines } from "./cart-row";
import {
  countedOf,
  leastLimit,
  limitOf,
  liveUnits,
  mostPacks,
  selectHeld,
  selectIsNew,
  selectOrdered,
  selectShared,
  unitsOf,
} from "./hold-limits";
import type { CartOwner } from "./owner";

/** A line of a cart: a sweet, and which of its packs; the default pack when there is none. */
export type LineKey = { productId: number; packId?: number };

/** `addressHash`: a keyed hash of the shopper's address; null: holds are not limited. */
export type Holder = CartOwner & { addressHash: string | null };

const NO_LINE: Pick<StoredLine, "quantity" | "held" | "isLive" | "addressHash" | "expiresAt"> = {
  quantity: 0,
  held: 0,
  isLive: false,
  addressHash: null,
  expiresAt: null,
};

export type Found = Awaited<ReturnType<typeof load>>;

/**
 * Locks the sweet, when there is a cart that could hold it, and reads what a hold of it depends on: one round trip. `day`: the day that the line
 * is for.
 */
export async function load(
  tx: Executor,
  cart: LockedCart | undefined,
  holder: Holder,
  { productId, packId }: LineKey,
  { day, values, now }: CartDay,
) {
  const { userId, addressHash } = holder;
  const isLimited = cart !== undefined && addressHash !== null;
  const [selectPlan, selectDay] = day === null ? ([false, false] as const) : selectPlansOf(tx, [productId], day);
  const sweetIds = idList([productId]);
  const [, [found], lines = [], account, planRows = [], dayRows = [], shared = [], ordered = []] = await together(
    cart && lockSweets(tx, [productId]),
    selectPack(tx, { sweetId: productId, packId: packId ?? null }),
    cart && selectLines(tx, { cartId: cart.id }),
    isLimited && userId !== null && selectIsNew(tx, { userId }),
    selectPlan,
    selectDay,
    isLimited && selectShared(tx, { sweetIds, cartId: cart.id, userId, addressHash }),
    isLimited && userId !== null && selectOrdered(tx, { sweetIds, userId, addressHash }),
  );
  const plans = toPlans(planRows, dayRows);
  const plan = plans.get(productId);
  // A sweet that is made for the day is held from its plan, every other one from stock.
  const source: Source = plan?.plan ? day : null;
  const opening: Opening | null = plan && source !== null ? openingOf(plan, source, values, now) : null;
  const { pack, sweet } = found ?? {};
  const isSold = found?.deletedAt === null;
  const inDay = plan && source !== null ? freeOf(dayOf(plan, source)) : 0;
  const isClosed = opening !== null && opening.state !== "open";
  const stock = !sweet || !isSold || isClosed ? 0 : source === null ? sweet.stock : inDay;
  const isCounted = userId === null || account?.[0]?.isNew === true;
  const others = lines.filter((line) => line.packId !== pack?.id);
  const line = lines.find((line) => line.packId === pack?.id);
  // What the line holds from elsewhere is given back when it changes; what has expired of a closed day cannot be taken anew.
  const isElsewhere = line !== undefined && (line.day !== source || (isClosed && !line.isLive));
  return {
    sweetId: productId,
    pack,
    isSold,
    /** With what is free where the line is held from. */
    sweet: sweet && { ...sweet, stock },
    source,
    opening,
    plans,
    /** How many packs of the line can be sold when so many more than now are free. */
    toSell: (more: number) => (sweet && pack ? packsToSell(pack, { ...sweet, stock: stock + more * pack.units }) : 0),
    line: isElsewhere ? { ...NO_LINE, quantity: line.quantity } : (line ?? NO_LINE),
    /** The packs that the line holds from another source. */
    elsewhere: isElsewhere && line.held > 0 ? { day: line.day, held: line.held } : null,
    /** All lines of the cart. */
    lines,
    /** Packs in other lines of the cart. */
    others: others.reduce((sum, { quantity }) => sum + quantity, 0),
    /** What the hold is counted by beside the account; null: nothing. */
    addressHash: isCounted ? addressHash : null,
    /** Units of live holds and unpaid orders that are counted together with this hold. */
    counted: liveUnits(others, productId, source) + unitsOf(countedOf(shared, ordered, isCounted), productId, source),
  };
}

/** A sweet with the pack of an id, or with its default pack; no pack when the sweet has no such one. */
const selectPack = built((tx, { sweetId, packId }: { sweetId: number; packId: number | null }) =>
  tx
    .select({
      sweet: { ...ruleColumns, name: sweets.name },
      deletedAt: sweets.deletedAt,
      pack: { id: packs.id, units: packs.units, active: packs.active },
    })
    .from(sweets)
    .leftJoin(
      packs,
      and(
        eq(packs.sweetId, sweets.id),
        sql`case when ${packId}::int is null then ${packs.isDefault} else ${packs.id} = ${packId} end`,
      ),
    )
    .where(eq(sweets.id, sweetId)),
);

/** How many packs the line may hold. Only a hold that grows is limited; one that has expired is taken anew. */
export async function holdablePacks(tx: Executor, holder: Holder, wanted: number, found: Found): Promise<number> {
  const { sweetId, source, sweet, pack, line, counted } = found;
  const live = liveOf(line);
  if (holder.addressHash === null || !sweet || !pack || wanted <= live) return Number.POSITIVE_INFINITY;
  let limit = leastLimit(holder, sweet);
  // Most holds are few packs: only for others is all that is held of the sweet added up.
  if (counted + wanted * pack.units > limit)
    limit = limitOf(
      holder,
      sweet,
      sweet.stock + unitsOf(await run(selectHeld(tx, [sweetId], source)), sweetId, source),
    );
  return Math.max(live, mostPacks(wanted, pack.units, limit - counted));
}
