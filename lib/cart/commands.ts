import { asc, eq, lt, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { carts } from "@/db/schema";
import { inTransaction, run } from "@/db/transaction";
import type { Actor, Customer, Shopper } from "@/lib/auth/actor";
import { hashToken, ownerOf } from "@/lib/auth/tokens";
import { shopNow } from "@/lib/clock";
import { concernsLine } from "@/lib/errors";
import { currentSettings } from "@/lib/settings/queries";
import { takingStock } from "@/lib/stock/expired";
import { assertCartDay } from "./cart-day";
import { findCart, lockCart, ownerOrNew, removeLines } from "./cart-row";
import { type CartChange, hold } from "./hold";
import { addressHashOf } from "./hold-limits";
import { join } from "./join";
import { moveCart } from "./move";
import { readCart } from "./queries";
import type { CartInput, QuantityInput, ReserveInput } from "./schema";

/**
 * Adds `quantity` packs of a sweet to the actor's cart and holds the whole line for RESERVATION_MINUTES from now. Throws
 * `not_found`, also for a pack that is switched off or of another sweet; `insufficient_stock` and `hold_limit` with `available`, what
 * this shopper could still add; `invalid` when a visitor's cart would hold more than MAX_VISITOR_PACKS. `day`: the day
 * that the caller names; throws `invalid` when it cannot be booked, `other_day` when it is not the cart's, and `day_closed`.
 */
export const reserve = (actor: Shopper, { quantity, day, ...line }: ReserveInput, db: Executor) =>
  hold(actor, line, { add: quantity }, db, day);

/** Sets a line's quantity and holds all of it from now; 0 removes the line. Throws as `reserve` does. */
export const setQuantity = (
  actor: Shopper,
  productId: number,
  { quantity, packId }: QuantityInput & { packId?: number },
  db: Executor,
) => hold(actor, { productId, packId }, { quantity }, db);

/** Reduces every line to the available packs, and removes what is no longer sold. */
export async function clampToStock(actor: Shopper, db: Executor): Promise<void> {
  for (const line of (await readCart(actor, db)).items) {
    const quantity = Math.min(line.quantity, line.available);
    if (quantity === line.quantity) continue;
    await setQuantity(actor, line.productId, { quantity, packId: line.packId }, db).catch((error) => {
      // Somebody else took the units in the meantime: the cart that is shown next says so.
      if (!concernsLine(error)) throw error;
    });
  }
}

/**
 * Sets gift wrap, message and day, each when it is given. Nothing to store creates no cart. A new day moves every hold of the cart or, with
 * `day_short`, none: see ./move.ts. Locks: the cart, its sweets by id, their expired lines.
 */
export async function updateCart(actor: Shopper, input: CartInput, db: Executor): Promise<CartChange> {
  const { newToken, ...owner } = ownerOrNew(actor);
  const { giftWrap, personalMessage, day } = input;
  const holder = { ...owner, addressHash: addressHashOf(actor) };
  const { values } = await currentSettings();
  const now = shopNow();
  assertCartDay(day, values, now);
  const cart = await takingStock(db, "short", async (tx) => {
    const locked = await (giftWrap || personalMessage ? lockCart : findCart)(tx, owner);
    if (locked && day !== undefined) await moveCart(tx, locked, holder, { day, values, now });
    if (locked && (giftWrap !== undefined || personalMessage !== undefined))
      await run(tx.update(carts).set({ giftWrap, personalMessage }).where(eq(carts.id, locked.id)));
    return locked;
  });
  if (!cart) return { cartId: null, newCartToken: null, renewed: false };
  return { cartId: cart.id, newCartToken: newToken, renewed: cart.renewed };
}

/** Empties the cart, whose holds go back to stock. Returns its id, null when there is none. Locks: the cart, its sweets by id. */
export async function emptyCart(actor: Shopper, db: Executor): Promise<number | null> {
  const owner = ownerOf(actor);
  if (owner.userId === null && owner.tokenHash === null) return null;
  return inTransaction(db, async (tx) => {
    const cart = await findCart(tx, owner);
    if (!cart) return null;
    const empty = { giftWrap: false, personalMessage: "", day: null, updatedAt: sql`now()` };
    await run(tx.update(carts).set(empty).where(eq(carts.id, cart.id)));
    await removeLines(tx, cart.id, { reason: "release", userId: owner.userId });
    return cart.id;
  });
}

/**
 * Adds the visitor's cart to the customer's at login: quantities add up and holds move with them, as far as the customer may hold that
 * much; the rest returns to stock. Does nothing for admins. The customer has no session yet, so the id and the address are given.
 */
export async function joinCarts(
  customer: Pick<Customer, "id" | "address">,
  cartToken: string,
  db: Executor,
): Promise<void> {
  const tokenHash = hashToken(cartToken);
  const addressHash = addressHashOf(customer);
  const { values } = await currentSettings();
  const calendar = { values, now: shopNow() };
  await inTransaction(db, (tx) => join(tx, { userId: customer.id, tokenHash, addressHash }, calendar));
}

/** Carts that are deleted in one run, so that the job does not hold its write slot for long. */
const MOST_DELETED = 500;

/** Deletes carts that nobody used for 30 days, 500 at most; their holds go back to stock. Returns how many. */
export async function deleteOldCarts(db: Executor = readDb()): Promise<number> {
  for (let count = 0; count < MOST_DELETED; count++) if (!(await inTransaction(db, deleteOldCart))) return count;
  return MOST_DELETED;
}

/**
 * One cart a transaction, so that the sweets of several carts are never locked out of order. False when there is no such cart.
 * Locks: the cart (one that is locked is skipped), its sweets by id.
 */
async function deleteOldCart(tx: Executor): Promise<boolean> {
  const [cart] = await run(
    tx
      .select({ id: carts.id })
      .from(carts)
      .where(lt(carts.updatedAt, sql`now() - interval '30 days'`))
      .orderBy(asc(carts.updatedAt))
      .limit(1)
      .for("update", { skipLocked: true }),
  );
  if (!cart) return false;
  await removeLines(tx, cart.id, { reason: "expire", userId: null });
  await run(tx.delete(carts).where(eq(carts.id, cart.id)));
  return true;
}

/** The cart cookie that a visitor should have after a change: the new cart's or the present one. Null for users. */
export const cartCookie = (actor: Actor, newCartToken: string | null) =>
  newCartToken ?? (actor.kind === "visitor" ? actor.cartToken : null);
