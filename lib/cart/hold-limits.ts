import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { cartLines, carts, packs, users } from "@/db/schema";
import { anyOf, built, type IdList } from "@/db/transaction";
import { liveOf, type StoredLine } from "./cart-row";
import type { CartOwner } from "./owner";

/*
 * Nobody keeps a whole sweet from the others without buying it (docs/behaviour.md#limits-of-holds). Visitors are counted by their address, of
 * which a line of a cart has a keyed hash as long as it holds something; accounts by themselves, and new ones by their address too. Visitors
 * and accounts are counted apart. The caller has locked the sweets, so that nobody else changes what is held of them.
 */

const isNew = sql<boolean>`${users.createdAt} > now() - interval '1 day'`;
const heldUnits = sql`sum(${cartLines.held} * ${packs.units})`.mapWith(Number);
// As in the index of holds, and no parameter, with which a plan for any value could not use it.
const holds = sql`${cartLines.held} > 0`;

/** Whether what an account holds is counted together with other accounts of its address. What a visitor holds always is with visitors'. */
export const selectIsNew = built((tx, { userId }: { userId: number }) =>
  tx.select({ isNew }).from(users).where(eq(users.id, userId)),
);

type Shared = { sweetIds: IdList; cartId: number; userId: number | null; addressHash: string };

/**
 * The units of live holds of sweets in other carts that are counted by this address: for a visitor those of visitors, for an account those
 * of new accounts.
 */
export const selectShared = built((tx, { sweetIds, cartId, userId, addressHash }: Shared) =>
  tx
    .select({ sweetId: cartLines.sweetId, units: heldUnits })
    .from(cartLines)
    .innerJoin(packs, eq(packs.id, cartLines.packId))
    .innerJoin(carts, eq(carts.id, cartLines.cartId))
    .leftJoin(users, eq(users.id, carts.userId))
    .where(
      and(
        anyOf(cartLines.sweetId, sweetIds),
        eq(cartLines.addressHash, addressHash),
        holds,
        gt(cartLines.expiresAt, sql`clock_timestamp()`),
        ne(cartLines.cartId, cartId),
        sql`case when ${userId}::int is null then ${carts.userId} is null else ${isNew} end`,
      ),
    )
    .groupBy(cartLines.sweetId),
);

/** The units of all that is held of sweets. */
export const selectHeld = (tx: Executor, sweetIds: readonly number[]) =>
  tx
    .select({ sweetId: cartLines.sweetId, units: heldUnits })
    .from(cartLines)
    .innerJoin(packs, eq(packs.id, cartLines.packId))
    .where(and(anyOf(cartLines.sweetId, sweetIds), holds))
    .groupBy(cartLines.sweetId);

/** The units of one sweet in the answer of `selectShared` or `selectHeld`. */
export const unitsOf = (sums: readonly { sweetId: number; units: number }[], sweetId: number): number =>
  sums.find((sum) => sum.sweetId === sweetId)?.units ?? 0;

/** The units of the live holds of a sweet in these lines. */
export const liveUnits = (
  lines: readonly Pick<StoredLine, "sweetId" | "units" | "held" | "isLive">[],
  sweetId: number,
): number => lines.filter((line) => line.sweetId === sweetId).reduce((sum, line) => sum + liveOf(line) * line.units, 0);

/** The units of any sweet that may be held: 10 default packs by the visitors of an address, 50 by an account. */
export const leastLimit = ({ userId }: CartOwner, defaultUnits: number): number =>
  (userId === null ? 10 : 50) * defaultUnits;

/** The units that may be held when `all` are free and held: a quarter by the visitors of an address, half of them by an account. */
export const limitOf = (owner: CartOwner, defaultUnits: number, all: number): number =>
  Math.max(leastLimit(owner, defaultUnits), Math.floor(all / (owner.userId === null ? 4 : 2)));

/** How many of `packs` fit into the `units` that are left of a limit. */
export const mostPacks = (packs: number, unitsOfPack: number, units: number): number =>
  Math.max(0, Math.min(packs, Math.floor(units / unitsOfPack)));
