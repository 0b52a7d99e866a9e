import { and, eq, or, sql } from "drizzle-orm";
import { type Executor, readDb, writeDb } from "@/db/client";
import { isoOf } from "@/db/moment";
import { prepared } from "@/db/prepared";
import { carts, users } from "@/db/schema";
import { type Actor, assertShopper, type Customer, type Shopper } from "@/lib/auth/actor";
import { hashToken } from "@/lib/auth/tokens";
import { env } from "@/lib/env";
import { AppError, notFound, shortStock } from "@/lib/errors";
import { addressHashOf, ownerOf, ownerOrNew } from "./owner";
import { readCart } from "./queries";
import { type GiftInput, MAX_VISITOR_UNITS, type QuantityInput, type ReserveInput } from "./schema";
import { availableUnits } from "./view";

const p = sql.placeholder;

/** What a change means for the visitor's cookie. */
export type CartChange = {
  /** Null when there is still no cart. */
  cartId: number | null;
  /** The new visitor's cart cookie, when a cart was created. */
  newCartToken: string | null;
  /** True when the cart's 30 days have started again, as those of its cookie should. */
  renewed: boolean;
};

/** A new hold: packs now held in this cart, packs left for others, and when the hold expires. */
export type Hold = CartChange & {
  productId: number;
  packId: number;
  quantity: number;
  available: number;
  /** ISO 8601; empty when nothing is held. */
  expiresAt: string;
  /** Packs in the whole cart, for the badge. */
  itemsCount: number;
};

const holdLine = prepared((db) =>
  db
    .select({
      outcome: sql<"ok" | "missing" | "no_pack" | "short" | "hold_limit" | "full">`outcome`,
      available: sql<number>`available`,
      quantity: sql<number>`quantity`,
      expiresAt: sql`expires_at`.mapWith((text: string): string | null => isoOf(text)),
      itemsCount: sql<number>`items_count`,
      cartId: sql<number | null>`cart_id`,
      renewed: sql<boolean>`renewed`,
      packId: sql<number>`pack_id`,
    })
    .from(
      sql`hold_line(
        ${p("userId")}::int, ${p("tokenHash")}::text, ${p("sweet")}::int, ${p("quantity")}::int, ${p("add")}::int, ${p("minutes")}::float8,
        ${p("limit")}::int, ${p("pack")}::int, ${p("addressHash")}::text)`,
    )
    .prepare("hold_line"),
);

const fullCart = (actor: Shopper) =>
  actor.kind === "visitor"
    ? `A cart holds at most ${MAX_VISITOR_UNITS} items. Please login to order more.`
    : "A cart holds at most 1,00,000 of one sweet.";

/** The refusal of a hold of more than one shopper may keep from the others; `available`: packs that this one may still add. */
const holdLimit = (actor: Shopper, available: number) =>
  new AppError(
    "hold_limit",
    actor.kind === "visitor"
      ? "Please sign in to hold more of this sweet."
      : "This is as much of this sweet as one account can hold.",
    { available },
  );

/** A line of a cart: a sweet, and which of its packs; the default pack when there is none. */
export type LineKey = { productId: number; packId?: number };

/** Sets a line to `quantity` packs or adds `add` to it, and holds all of them. One round trip. */
async function hold(
  actor: Actor,
  { productId, packId: wanted }: LineKey,
  change: { quantity: number; add: null } | { quantity: null; add: number },
  db: Executor,
): Promise<Hold> {
  assertShopper(actor);
  const { newToken, ...owner } = ownerOrNew(actor);
  const [row] = await holdLine(db).execute({
    ...owner,
    ...change,
    sweet: productId,
    pack: wanted ?? null,
    minutes: env.RESERVATION_MINUTES,
    limit: MAX_VISITOR_UNITS,
    addressHash: addressHashOf(actor),
  });
  if (!row) throw new Error("hold_line returned no row");
  switch (row.outcome) {
    case "missing":
      throw notFound("Sweet not found.");
    case "no_pack":
      throw notFound("Pack not found.");
    case "short":
      throw shortStock(row.available);
    case "hold_limit":
      throw holdLimit(actor, row.available);
    case "full":
      throw new AppError("invalid", fullCart(actor), { errors: [{ path: "quantity", message: fullCart(actor) }] });
  }
  const { packId, quantity, available, expiresAt, itemsCount, cartId, renewed } = row;
  const newCartToken = cartId === null ? null : newToken;
  return {
    productId,
    packId,
    quantity,
    available,
    expiresAt: expiresAt ?? "",
    itemsCount,
    cartId,
    newCartToken,
    renewed,
  };
}

/**
 * Adds `quantity` packs of a sweet to the actor's cart and holds the whole line for RESERVATION_MINUTES from now. Throws
 * `not_found`, also for a pack that is switched off or of another sweet; `insufficient_stock` and `hold_limit` with `available`, what
 * this shopper could still add; `invalid` when a visitor's cart would hold more than MAX_VISITOR_UNITS; `forbidden` for admins.
 */
export const reserve = (actor: Actor, { quantity, ...line }: ReserveInput, db: Executor = writeDb()): Promise<Hold> =>
  hold(actor, line, { quantity: null, add: quantity }, db);

/** Sets a line's quantity and holds all of it from now; 0 removes the line. Throws as `reserve` does. */
export const setQuantity = (
  actor: Actor,
  productId: number,
  { quantity, packId }: QuantityInput & { packId?: number },
  db: Executor = writeDb(),
): Promise<Hold> => hold(actor, { productId, packId }, { quantity, add: null }, db);

/** Reduces every line to the available packs, and removes what is no longer sold. */
export async function clampToStock(actor: Actor, db: Executor = writeDb()): Promise<void> {
  for (const line of (await readCart(actor, db)).items) {
    const quantity = Math.min(line.quantity, availableUnits(line));
    if (quantity === line.quantity) continue;
    await setQuantity(actor, line.productId, { quantity, packId: line.packId }, db).catch((error) => {
      // Somebody else took the units in the meantime: the cart that is shown next says so.
      if (!(error instanceof AppError && error.code === "insufficient_stock")) throw error;
    });
  }
}

const setGiftOf = prepared((db) =>
  db
    .select({ cartId: sql<number | null>`cart_id`, renewed: sql<boolean>`renewed` })
    .from(
      sql`set_gift(${p("userId")}::int, ${p("tokenHash")}::text, ${p("giftWrap")}::boolean, ${p("personalMessage")}::text)`,
    )
    .prepare("set_gift"),
);

/** Sets gift wrap and message, each when it is given. Nothing to store creates no cart. */
export async function setGift(actor: Actor, input: GiftInput, db: Executor = writeDb()): Promise<CartChange> {
  assertShopper(actor);
  const { newToken, ...owner } = ownerOrNew(actor);
  const { giftWrap = null, personalMessage = null } = input;
  const [row] = await setGiftOf(db).execute({ ...owner, giftWrap, personalMessage });
  if (!row) throw new Error("set_gift returned no row");
  return { ...row, newCartToken: row.cartId === null ? null : newToken };
}

const emptyCartOf = prepared((db) =>
  db
    .select({ id: carts.id, emptied: sql`empty_cart(${carts.id}, ${p("userId")}::int)` })
    .from(carts)
    .where(or(eq(carts.userId, p("userId")), eq(carts.tokenHash, p("tokenHash"))))
    .prepare("empty_cart"),
);

/** Empties the cart: every hold goes back to stock, gift wrap and message are reset. Returns the cart's id, null when there is none. */
export async function emptyCart(actor: Actor, db: Executor = writeDb()): Promise<number | null> {
  assertShopper(actor);
  const owner = ownerOf(actor);
  if (owner.userId === null && owner.tokenHash === null) return null;
  const [cart] = await emptyCartOf(db).execute(owner);
  return cart?.id ?? null;
}

const joinCartsOf = prepared((db) =>
  db
    .select({ joined: sql`join_carts(${users.id}, ${p("tokenHash")}::text, ${p("addressHash")}::text)` })
    .from(users)
    .where(and(eq(users.id, p("userId")), eq(users.role, "customer")))
    .prepare("join_carts"),
);

/**
 * Adds the visitor's cart to the customer's at login: quantities add up and holds move with them, as far as the customer may hold that
 * much; the rest returns to stock. Does nothing for admins. The customer has no session yet, so the id and the address are given.
 */
export async function joinCarts(
  customer: Pick<Customer, "id" | "address">,
  cartToken: string,
  db: Executor = writeDb(),
): Promise<void> {
  await joinCartsOf(db).execute({
    userId: customer.id,
    tokenHash: hashToken(cartToken),
    addressHash: addressHashOf(customer),
  });
}

const deleteOldCart = prepared((db) =>
  db.select({ deleted: sql<boolean>`deleted` }).from(sql`delete_old_cart() as deleted`).prepare("delete_old_cart"),
);

/** Carts that are deleted in one run, so that the job does not hold its write slot for long. */
const MOST_DELETED = 500;

/** Deletes carts that nobody used for 30 days, 500 at most; their holds go back to stock. Returns how many. */
export async function deleteOldCarts(db: Executor = readDb()): Promise<number> {
  for (let count = 0; count < MOST_DELETED; count++) {
    const [row] = await deleteOldCart(db).execute();
    if (!row?.deleted) return count;
  }
  return MOST_DELETED;
}

/** The cart cookie that a visitor should have after a change: the new cart's or the present one. Null for users. */
export const cartCookie = (actor: Actor, newCartToken: string | null) =>
  newCartToken ?? (actor.kind === "visitor" ? actor.cartToken : null);
