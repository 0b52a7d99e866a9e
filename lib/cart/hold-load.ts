import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { packs, sweets } from "@/db/schema";
import { built, idList, run, together } from "@/db/transaction";
import { lockSweets } from "@/lib/stock/moves";
import { type LockedCart, liveOf, type StoredLine, selectLines } from "./cart-row";
import {
  leastLimit,
  limitOf,
  liveUnits,
  mostPacks,
  selectHeld,
  selectIsNew,
  selectShared,
  unitsOf,
} from "./hold-limits";
import type { CartOwner } from "./owner";

/** A line of a cart: a sweet, and which of its packs; the default pack when there is none. */
export type LineKey = { productId: number; packId?: number };

/** `addressHash`: a keyed hash of the shopper's address; null: holds are not limited. */
export type Holder = CartOwner & { addressHash: string | null };

const NO_LINE: Pick<StoredLine, "quantity" | "held" | "isLive" | "addressHash"> = {
  quantity: 0,
  held: 0,
  isLive: false,
  addressHash: null,
};

export type Found = Awaited<ReturnType<typeof load>>;

/** Locks the sweet, when there is a cart that could hold it, and reads what a hold of it depends on: one round trip. */
export async function load(tx: Executor, cart: LockedCart | undefined, holder: Holder, { productId, packId }: LineKey) {
  const { userId, addressHash } = holder;
  const isLimited = cart !== undefined && addressHash !== null;
  const [, [sweet], lines = [], account, shared = []] = await together(
    cart && lockSweets(tx, [productId]),
    selectPack(tx, { sweetId: productId, packId: packId ?? null }),
    cart && selectLines(tx, { cartId: cart.id }),
    isLimited && userId !== null && selectIsNew(tx, { userId }),
    isLimited && selectShared(tx, { sweetIds: idList([productId]), cartId: cart.id, userId, addressHash }),
  );
  const pack = sweet?.pack;
  const isSold = sweet?.deletedAt === null;
  const stock = isSold ? sweet.stock : 0;
  const isCounted = userId === null || account?.[0]?.isNew === true;
  const others = lines.filter((line) => line.packId !== pack?.id);
  return {
    sweetId: productId,
    pack,
    isSold,
    stock,
    defaultUnits: sweet?.defaultUnits ?? 1,
    /** Packs that are free. */
    free: Math.floor(stock / (pack?.units ?? 1)),
    line: lines.find((line) => line.packId === pack?.id) ?? NO_LINE,
    /** Packs in other lines of the cart. */
    others: others.reduce((sum, { quantity }) => sum + quantity, 0),
    /** What the hold is counted by beside the account; null: nothing. */
    addressHash: isCounted ? addressHash : null,
    /** Units of live holds that are counted together with this one. */
    counted: liveUnits(others, productId) + (isCounted ? unitsOf(shared, productId) : 0),
  };
}

/** A sweet with the pack of an id, or with its default pack; no pack when the sweet has no such one. */
const selectPack = built((tx, { sweetId, packId }: { sweetId: number; packId: number | null }) =>
  tx
    .select({
      stock: sweets.stock,
      deletedAt: sweets.deletedAt,
      defaultUnits: sweets.defaultUnits,
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
  const { sweetId, pack, line, stock, defaultUnits, counted } = found;
  const live = liveOf(line);
  if (holder.addressHash === null || !pack || wanted <= live) return Number.POSITIVE_INFINITY;
  let limit = leastLimit(holder, defaultUnits);
  // Most holds are few packs: only for others is all that is held of the sweet added up.
  if (counted + wanted * pack.units > limit)
    limit = limitOf(holder, defaultUnits, stock + unitsOf(await run(selectHeld(tx, [sweetId])), sweetId));
  return Math.max(live, mostPacks(wanted, pack.units, limit - counted));
}
