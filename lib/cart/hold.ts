import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { cartLines } from "@/db/schema";
import { together } from "@/db/transaction";
import { type Actor, assertShopper } from "@/lib/auth/actor";
import { env } from "@/lib/env";
import { AppError, invalid, notFound, shortStock } from "@/lib/errors";
import { moveStock, releaseExpired, takingStock } from "@/lib/stock/moves";
import { findCart, liveOf, lockCart } from "./cart-row";
import { type Found, type Holder, holdablePacks, type LineKey, load } from "./hold-load";
import { addressHashOf, ownerOrNew } from "./owner";
import { MAX_VISITOR_PACKS } from "./schema";

/** What a change means for the visitor's cookie. */
export type CartChange = {
  /** Null when there is still no cart. */
  cartId: number | null;
  /** The new visitor's cart cookie, when a cart was created. */
  newCartToken: string | null;
  /** True when the cart's 30 days have started again, as those of its cookie should. */
  renewed: boolean;
};

/** Packs of a line in all, or to be added to it. */
type Change = { quantity: number } | { add: number };

/**
 * Sets a line to so many packs or adds some to it, and holds all of them for RESERVATION_MINUTES. A refusal creates no cart, nor does the
 * removal of a line from a cart that does not exist.
 */
export async function hold(actor: Actor, key: LineKey, change: Change, db: Executor) {
  assertShopper(actor);
  const { newToken, ...owner } = ownerOrNew(actor);
  const holder = { ...owner, addressHash: addressHashOf(actor) };
  const held = await takingStock(db, [key.productId], (tx) => holdLine(tx, holder, key, change));
  return { productId: key.productId, ...held, newCartToken: held.cartId === null ? null : newToken };
}

/** Locks: the cart, the sweet, expired lines of that sweet. */
async function holdLine(tx: Executor, holder: Holder, key: LineKey, change: Change) {
  const isRemoval = "quantity" in change && change.quantity === 0;
  const cart = isRemoval ? await findCart(tx, holder) : await lockCart(tx, holder);
  let found = await load(tx, cart, holder, key);
  // The line of a sweet that was deleted, or of a pack that is switched off, can still be removed.
  if (!isRemoval && !found.isSold) throw notFound("Sweet not found.");
  if (!isRemoval && !found.pack?.active) throw notFound("Pack not found.");
  const wanted = wantedPacks(change, found.line.quantity);
  // Holds that have expired since the last run of the job are free, this shopper's own too.
  if (cart && wanted - found.line.held > found.free && (await releaseExpired(tx, [key.productId])) > 0)
    found = await load(tx, cart, holder, key);
  const holdable = await holdablePacks(tx, holder, wanted, found);
  const need = packsToTake(change, found, holdable, holder.userId === null);
  const expiresAt = cart && (await write(tx, cart.id, holder.userId, found, wanted, need));
  return {
    cartId: cart?.id ?? null,
    renewed: cart?.renewed ?? false,
    // There is none only when the removed line is of a pack that does not exist.
    packId: found.pack?.id as number,
    /** Packs now held in this cart, and packs left for others. */
    quantity: wanted,
    available: found.pack?.active ? found.free - need : 0,
    /** ISO 8601; empty when nothing is held. */
    expiresAt: expiresAt ?? "",
    /** Packs in the whole cart, for the badge. */
    itemsCount: found.others + wanted,
  };
}

const wantedPacks = (change: Change, inCart: number): number =>
  "quantity" in change ? change.quantity : inCart + change.add;

/**
 * How many packs are taken from stock, negative for those that are given back. A reduction is never refused: as many packs are held as there
 * are and as this shopper may hold. Throws `insufficient_stock` and `hold_limit` with what this shopper could still add, and `invalid` when
 * the cart is full.
 */
function packsToTake(change: Change, { free, line, others }: Found, holdable: number, isVisitor: boolean) {
  const wanted = wantedPacks(change, line.quantity);
  const allowed = holdable - line.held;
  const most = Math.min(free, allowed);
  const isReduction = "quantity" in change && wanted < line.quantity;
  const need = isReduction ? Math.min(wanted - line.held, most) : wanted - line.held;
  if (need > most) {
    const available = Math.max(0, most + line.held - line.quantity);
    throw allowed < free ? holdLimit(isVisitor, available) : shortStock(available);
  }
  const isFull = (isVisitor && others + wanted > MAX_VISITOR_PACKS) || wanted > 1_00_000;
  if (wanted > line.quantity && isFull) throw fullCart(isVisitor);
  return need;
}

/** The refusal of a hold of more than one shopper may keep from the others; `available`: packs that this one may still add. */
const holdLimit = (isVisitor: boolean, available: number) =>
  new AppError(
    "hold_limit",
    isVisitor ? "Please sign in to hold more of this sweet." : "This is as much of this sweet as one account can hold.",
    { available },
  );

const fullCart = (isVisitor: boolean) =>
  invalid(
    "quantity",
    isVisitor
      ? `A cart holds at most ${MAX_VISITOR_PACKS} items. Please login to order more.`
      : "A cart holds at most 1,00,000 of one sweet.",
  );

/** Stores or deletes the line and moves its units. Returns when the hold expires. */
async function write(
  tx: Executor,
  cartId: number,
  userId: number | null,
  { sweetId, pack, line, addressHash }: Found,
  wanted: number,
  need: number,
): Promise<string | null> {
  if (!pack) return null;
  const held = line.held + need;
  // A hold that does not grow goes on to count for the address of before: elsewhere there may be no room for it.
  const countedBy = held > liveOf(line) ? addressHash : held > 0 ? line.addressHash : null;
  const delta = -need * pack.units;
  const [[stored]] = await together(
    wanted === 0
      ? deleteLine(tx, cartId, pack.id)
      : storeLine(tx, { cartId, sweetId, packId: pack.id, quantity: wanted, held, addressHash: countedBy }),
    ...moveStock(tx, [{ sweetId, delta, reason: delta < 0 ? "hold" : "release", userId, cartId }]),
  );
  return stored?.expiresAt ?? null;
}

// To the millisecond, as the column stores it: the answer equals what a later read of the cart returns.
const expiry = () =>
  sql`date_trunc('milliseconds', clock_timestamp() + ${env.RESERVATION_MINUTES} * interval '1 minute')`;

function storeLine(tx: Executor, line: Omit<typeof cartLines.$inferInsert, "expiresAt" | "createdAt">) {
  const { quantity, held, addressHash } = line;
  return tx
    .insert(cartLines)
    .values({ ...line, expiresAt: held > 0 ? expiry() : null })
    .onConflictDoUpdate({
      target: [cartLines.cartId, cartLines.packId],
      set: { quantity, held, expiresAt: sql`excluded.expires_at`, addressHash },
    })
    .returning({ expiresAt: cartLines.expiresAt });
}

const deleteLine = (tx: Executor, cartId: number, packId: number) =>
  tx
    .delete(cartLines)
    .where(and(eq(cartLines.cartId, cartId), eq(cartLines.packId, packId)))
    .returning({ expiresAt: sql<null>`null` });
