import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { cartLines, carts, packs } from "@/db/schema";
import { built, type Rows, run, together } from "@/db/transaction";
import type { Shopper } from "@/lib/auth/actor";
import { hashToken, newToken, ownerOf } from "@/lib/auth/tokens";
import { env } from "@/lib/env";
import type { Owner } from "@/lib/order-access";
import { lockSweets } from "@/lib/stock/moves";
import { type Return, returnHolds, type Source } from "@/lib/stock/plan-moves";

/** Whose cart it is, for a change that may create it: a visitor without one gets a new token. */
export function ownerOrNew(actor: Shopper): Owner & { newToken: string | null } {
  const owner = ownerOf(actor);
  if (owner.userId !== null || owner.tokenHash !== null) return { ...owner, newToken: null };
  const token = newToken();
  return { userId: null, tokenHash: hashToken(token), newToken: token };
}

/** `renewed`: the cart's 30 days start again, and those of a visitor's cookie should too. `day`: as it is stored, bookable or not. */
export type LockedCart = { id: number; renewed: boolean; day: string | null };

const rowColumns = {
  id: carts.id,
  day: carts.day,
  renewed: sql<boolean>`${carts.updatedAt} < now() - interval '1 hour'`,
};
const lockCartOfUser = built((tx, { userId }: { userId: number }) =>
  tx.select(rowColumns).from(carts).where(eq(carts.userId, userId)).for("no key update"),
);
const lockCartOfVisitor = built((tx, { tokenHash }: { tokenHash: string }) =>
  tx.select(rowColumns).from(carts).where(eq(carts.tokenHash, tokenHash)).for("no key update"),
);

/** The statement that reads a shopper's cart and locks it, so that a cart has one writer at a time. */
export const lockOwnCart = (tx: Executor, { userId, tokenHash }: Owner) =>
  userId === null ? lockCartOfVisitor(tx, { tokenHash: tokenHash ?? "" }) : lockCartOfUser(tx, { userId });

/** The shopper's cart, locked; undefined when there is none. */
export async function findCart(tx: Executor, owner: Owner): Promise<LockedCart | undefined> {
  const [cart] = await run(lockOwnCart(tx, owner));
  // An hour is exact enough for 30 days, and most calls write nothing here.
  if (cart?.renewed) await run(tx.update(carts).set({ updatedAt: sql`now()` }).where(eq(carts.id, cart.id)));
  return cart;
}

/** The same; a cart that is not there is created. To be called before any sweet is locked: whoever creates the same cart is waited for. */
export const lockCart = async (tx: Executor, owner: Owner): Promise<LockedCart> =>
  (await findCart(tx, owner)) ?? createCart(tx, owner);

async function createCart(tx: Executor, { userId, tokenHash }: Owner): Promise<LockedCart> {
  const [cart] = await run(
    tx
      .insert(carts)
      .values({ userId, tokenHash })
      .onConflictDoUpdate({
        target: userId === null ? carts.tokenHash : carts.userId,
        set: { updatedAt: sql`now()` },
      })
      .returning({ id: carts.id, day: carts.day }),
  );
  if (!cart) throw new Error("the cart was not stored");
  return { ...cart, renewed: true };
}

/** The lines of a cart by sweet and pack. The lock of the sweet guards what a line holds, that of the cart whether there is such a line. */
export const selectLines = built((tx, { cartId }: { cartId: number }) =>
  tx
    .select({
      ...getTableColumns(cartLines),
      units: packs.units,
      isLive: sql<boolean>`coalesce(${cartLines.expiresAt} > clock_timestamp(), false)`,
    })
    .from(cartLines)
    .innerJoin(packs, eq(packs.id, cartLines.packId))
    .where(eq(cartLines.cartId, cartId))
    .orderBy(asc(cartLines.sweetId), asc(cartLines.packId)),
);
export type StoredLine = Rows<ReturnType<typeof selectLines>>[number];

/** When a hold that is taken now expires. To the millisecond, as the column stores it: the answer equals what a later read returns. */
export const expiry = () =>
  sql`date_trunc('milliseconds', clock_timestamp() + ${env.RESERVATION_MINUTES} * interval '1 minute')`;

/** The statement that gives a locked cart its day. */
export const setCartDay = (tx: Executor, cartId: number, day: Source) =>
  tx.update(carts).set({ day }).where(eq(carts.id, cartId));

/** Packs that a line holds right now: an expired hold counts as free before it is released. */
export const liveOf = ({ held, isLive }: Pick<StoredLine, "held" | "isLive">): number => (isLive ? held : 0);

/** Deletes the lines of a locked cart: what they hold goes back to where it came from. */
export async function removeLines(tx: Executor, cartId: number, as: Pick<Return, "reason" | "userId">): Promise<void> {
  const before = await run(selectLines(tx, { cartId }));
  if (before.length === 0) return;
  const holding = before.filter(({ held }) => held > 0);
  const [, lines] = await together(
    lockSweets(
      tx,
      holding.map(({ sweetId }) => sweetId),
    ),
    selectLines(tx, { cartId }),
  );
  await run(tx.delete(cartLines).where(eq(cartLines.cartId, cartId)));
  await returnHolds(
    tx,
    lines.map(({ sweetId, day, held, units }) => ({ ...as, sweetId, day, units: held * units, cartId })),
  );
}
