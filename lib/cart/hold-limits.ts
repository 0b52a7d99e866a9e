import { createHmac } from "node:crypto";
import { and, eq, gt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { cartLines, carts, orderLines, orders, packs, users } from "@/db/schema";
import { anyOf, built, type IdList } from "@/db/transaction";
import type { Shopper } from "@/lib/auth/actor";
import { env } from "@/lib/env";
import { AppError, type ErrorExtra } from "@/lib/errors";
import { hasNoAccount, type Owner } from "@/lib/order-access";
import type { Source } from "@/lib/stock/plan-moves";
import { liveOf, type StoredLine } from "./cart-row";
import { holdLimitTexts } from "./texts";

/*
 * Nobody keeps a whole sweet from the others without buying it (docs/behaviour.md#limits-of-holds). Visitors are counted by their address, of
 * which a line of a cart has a keyed hash as long as it holds something; accounts by themselves, and new ones by their address too. Visitors
 * and accounts are counted apart. What a customer has ordered within a day counts with the holds until it is paid or claimed: else an order
 * would be a hold without a limit. The caller has locked the sweets, so that nobody else changes what is held or ordered of them.
 */

/**
 * The hash of an IP address, by which holds are counted. It is an HMAC with the secret of all instances, because the addresses of a plain hash
 * could be guessed by whoever has the database. Null when limits are off, and outside a request.
 */
export const addressHashOf = ({ address }: Pick<Shopper, "address">): string | null =>
  env.RATE_LIMIT && address !== undefined
    ? createHmac("sha256", env.AUTH_SECRET).update(`holds:${address}`).digest("base64url")
    : null;

/** Whose hold it is. `addressHash`: of `addressHashOf`; null: holds are not limited. */
export type Holder = Owner & { addressHash: string | null };

export const isNew = sql<boolean>`${users.createdAt} > now() - interval '1 day'`;
const heldUnits = sql`sum(${cartLines.held} * ${packs.units})`.mapWith(Number);
// As in the index of holds, and no parameter, with which a plan for any value could not use it.
const holds = sql`${cartLines.held} > 0`;

/** Whether what an account holds is counted together with other accounts of its address. What a visitor holds always is with visitors'. */
export const selectIsNew = built((tx, { userId }: { userId: number }) =>
  tx.select({ isNew }).from(users).where(eq(users.id, userId)),
);

type Shared = { sweetIds: IdList; cartId: number; userId: number | null; addressHash: string };
/** Units of a sweet, out of stock or of a day's plan. */
export type Sum = { sweetId: number; day: Source; units: number };

/** The units of live holds in other carts that count for this address: for a visitor those of visitors, else those of new accounts. */
export const selectShared = built((tx, { sweetIds, cartId, userId, addressHash }: Shared) =>
  tx
    .select({ sweetId: cartLines.sweetId, day: cartLines.day, units: heldUnits })
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
    .groupBy(cartLines.sweetId, cartLines.day),
);

/** Orders that nobody has paid or claimed to have paid. As in the index of unpaid orders. */
export const isUnpaid = sql`${orders.paymentState} = 'unpaid' and ${orders.status} <> 'Cancelled'`;
const orderedUnits = sql`sum(${orderLines.quantity} * ${packs.units})`;

/** The units of sweets in the unpaid orders of the last day that `which` selects, those that are `isOwn` by themselves. */
const orderedBy = (tx: Executor, sweetIds: IdList, isOwn: SQL, which: SQL | undefined) =>
  tx
    .select({
      sweetId: orderLines.sweetId,
      day: orderLines.day,
      own: sql`coalesce(${orderedUnits} filter (where ${isOwn}), 0)`.mapWith(Number),
      others: sql`coalesce(${orderedUnits} filter (where not ${isOwn}), 0)`.mapWith(Number),
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(packs, sql`${packs.id} = line_pack(${orderLines.packId}, ${orderLines.sweetId})`)
    .where(
      and(which, isUnpaid, gt(orders.createdAt, sql`now() - interval '1 day'`), anyOf(orderLines.sweetId, sweetIds)),
    )
    .groupBy(orderLines.sweetId, orderLines.day);

type Ordered = Pick<Shared, "sweetIds" | "addressHash">;
const orderedByAccount = built((tx, { sweetIds, userId, addressHash }: Ordered & { userId: number }) => {
  const isOwn = eq(orders.userId, userId);
  const ofNewAccounts = and(eq(orders.addressHash, addressHash), isNew);
  return orderedBy(tx, sweetIds, isOwn, or(isOwn, ofNewAccounts));
});
const orderedByVisitors = built((tx, { sweetIds, addressHash }: Ordered) =>
  orderedBy(tx, sweetIds, sql`false`, and(eq(orders.addressHash, addressHash), hasNoAccount)),
);

/** What counts of the unpaid orders of the last day: for an account `own` ones, and `others` of the address: new accounts', or visitors'. */
export const selectOrdered = (tx: Executor, { userId, ...asked }: Ordered & { userId: number | null }) =>
  userId === null ? orderedByVisitors(tx, asked) : orderedByAccount(tx, { ...asked, userId });

/** What counts beside the holds of the own cart. `isCounted`: what others of the address have counts too. */
export const countedOf = (
  shared: readonly Sum[],
  ordered: readonly { sweetId: number; day: Source; own: number; others: number }[],
  isCounted: boolean,
): Sum[] => [
  ...(isCounted ? shared : []),
  ...ordered.map(({ own, others, ...source }) => ({ ...source, units: own + (isCounted ? others : 0) })),
];

/** The units of all that is held of sweets, out of stock and of the plan of a day: each is limited on its own. */
export const selectHeld = (tx: Executor, sweetIds: readonly number[], day: Source) =>
  tx
    .select({ sweetId: cartLines.sweetId, day: cartLines.day, units: heldUnits })
    .from(cartLines)
    .innerJoin(packs, eq(packs.id, cartLines.packId))
    .where(
      and(
        anyOf(cartLines.sweetId, sweetIds),
        sql`(${cartLines.day} is null or ${cartLines.day} = ${day}::date)`,
        holds,
      ),
    )
    .groupBy(cartLines.sweetId, cartLines.day);

/** The units of one sweet and source in such sums. */
export const unitsOf = (sums: readonly Sum[], sweetId: number, day: Source): number =>
  sums.reduce((all, sum) => all + (sum.sweetId === sweetId && sum.day === day ? sum.units : 0), 0);

/** The units of the live holds that these lines have of a sweet, out of stock or of a day's plan. */
export const liveUnits = (
  lines: readonly Pick<StoredLine, "sweetId" | "day" | "units" | "held" | "isLive">[],
  sweetId: number,
  day: Source,
): number =>
  lines
    .filter((line) => line.sweetId === sweetId && line.day === day)
    .reduce((sum, line) => sum + liveOf(line) * line.units, 0);

/** What the limits of a sweet depend on. */
export type Limited = { defaultUnits: number; largestUnits: number; minimumQuantity: number };

/**
 * The units of any sweet that may be held: 10 default packs by the visitors of an address, 50 by an account, and always its minimum of the
 * largest pack.
 */
export const leastLimit = ({ userId }: Pick<Owner, "userId">, sweet: Limited): number =>
  Math.max((userId === null ? 10 : 50) * sweet.defaultUnits, sweet.minimumQuantity * sweet.largestUnits);

/** The units that may be held when `all` are free and held: a quarter by the visitors of an address, half of them by an account. */
export const limitOf = (owner: Pick<Owner, "userId">, sweet: Limited, all: number): number =>
  Math.max(leastLimit(owner, sweet), Math.floor(all / (owner.userId === null ? 4 : 2)));

/** How many of `packs` fit into the `units` that are left of a limit. */
export const mostPacks = (packs: number, unitsOfPack: number, units: number): number =>
  Math.max(0, Math.min(packs, Math.floor(units / unitsOfPack)));

/** The refusal of more than one shopper may keep from the others; `available`: packs that this one may still add. */
export const holdLimit = (isVisitor: boolean, available: number, extra: ErrorExtra = {}) =>
  new AppError("hold_limit", holdLimitTexts[isVisitor ? "visitor" : "account"], { ...extra, available });
