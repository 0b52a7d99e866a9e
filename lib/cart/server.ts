import { driver, type Executor, readDb, writeDb } from "@/db/client";
import { type Actor, assertShopper, type Shopper } from "@/lib/auth/actor";
import { hashToken, newToken } from "@/lib/auth/tokens";
import { env } from "@/lib/env";
import { AppError, notFound, shortStock } from "@/lib/errors";
import { mediaUrl } from "@/lib/images/view";
import { GIFT_WRAP_PAISE, toRupees } from "@/lib/money";
import { type GiftInput, type ReserveInput, type SetLineInput, VISITOR_UNITS } from "./schema";
import { availableUnits, type Cart, type CartPage, type CartState } from "./view";

/** A new hold: units of the sweet now held in this cart, units left for others, and when the hold lapses. */
export type Hold = {
  productId: number;
  quantity: number;
  available: number;
  expiresAt: string;
  /** Units in the whole cart, for the badge. */
  itemsCount: number;
} & Kept;

/** What a visitor's cookie should come to know. */
type Kept = {
  /** Null when there is no cart still: nothing was taken out of none, or nothing put into it. */
  cartId: number | null;
  /** The new visitor's cart cookie, when a cart was begun. */
  newCartToken: string | null;
  /** The cart's 30 days have begun anew, and its cookie's should. */
  renewed: boolean;
};

/** Whose cart it is, as the database knows it: a user's id or the hash of a visitor's cookie. */
function ownerOf(actor: Shopper): { userId: number | null; tokenHash: string | null } {
  return actor.kind === "user"
    ? { userId: actor.id, tokenHash: null }
    : { userId: null, tokenHash: actor.cartToken ? hashToken(actor.cartToken) : null };
}

const full = (actor: Shopper) =>
  actor.kind === "visitor"
    ? `A cart holds at most ${VISITOR_UNITS} items. Please login to order more.`
    : "A cart holds at most 1,00,000 of one sweet.";

async function hold(actor: Actor, productId: number, to: number | null, add: number, db: Executor): Promise<Hold> {
  assertShopper(actor);
  let { userId, tokenHash } = ownerOf(actor);
  const newCartToken = userId === null && tokenHash === null ? newToken() : null;
  if (newCartToken) tokenHash = hashToken(newCartToken);
  const [row] = await driver(db)`
    select * from hold_line(${userId}, ${tokenHash}, ${productId}, ${to}, ${add}, ${env.RESERVATION_MINUTES}, ${VISITOR_UNITS})`;
  switch (row?.outcome) {
    case "missing":
      throw notFound("Sweet not found.");
    case "short":
      throw shortStock(row.available as number);
    case "full":
      throw new AppError("invalid", full(actor), { errors: [{ path: "quantity", message: full(actor) }] });
  }
  return {
    productId,
    quantity: row?.quantity as number,
    available: row?.available as number,
    expiresAt: row?.expires_at ? new Date(row.expires_at as string).toISOString() : "",
    itemsCount: row?.items_count as number,
    cartId: row?.cart_id as number | null,
    newCartToken: row?.cart_id === null ? null : newCartToken,
    renewed: row?.renewed as boolean,
  };
}

/**
 * Holds `quantity` more units of a sweet in the actor's cart for RESERVATION_MINUTES, and all of that line's others anew.
 * Throws `not_found`; `insufficient_stock` with `available`, what this shopper could still add; `invalid` when a visitor's
 * cart would hold more than 200 units; `forbidden` for admins. One round trip.
 */
export const reserve = (actor: Actor, input: ReserveInput, db: Executor = writeDb()): Promise<Hold> =>
  hold(actor, input.productId, null, input.quantity, db);

/** Sets a line to so many units, held anew; 0 removes it. Throws as `reserve` does. */
export const setLine = (
  actor: Actor,
  productId: number,
  { quantity }: SetLineInput,
  db: Executor = writeDb(),
): Promise<Hold> => hold(actor, productId, quantity, 0, db);

const EMPTY: CartPage = {
  items: [],
  total: 0,
  itemsCount: 0,
  giftWrap: false,
  personalMessage: "",
  checkoutKey: null,
};

/** The actor's cart with what pages need; an empty one when there is none yet. */
export async function readCart(actor: Actor, db: Executor = readDb()): Promise<CartPage> {
  assertShopper(actor);
  const { userId, tokenHash } = ownerOf(actor);
  if (userId === null && tokenHash === null) return EMPTY;
  const rows = await driver(db)`
    select c.gift_wrap, c.personal_message, c.checkout_key, l.quantity,
      case when l.expires_at > now() then l.held else 0 end as held,
      case when l.expires_at > now() then l.expires_at end as expires_at,
      s.id, s.name, s.slug, s.price, 
      s.quantity + case when l.expires_at <= now() then l.held else 0 end as free, s.deleted_at is null as live, s.image_id, s.image_alt, i.width, i.height, i.blur
    from carts c
    left join cart_lines l on l.cart_id = c.id
    left join sweets s on s.id = l.sweet_id
    left join images i on i.id = s.image_id
    where ${userId === null ? driver(db)`c.token_hash = ${tokenHash}` : driver(readDb())`c.user_id = ${userId}`}
    order by l.created_at, s.id`;
  const cart = rows[0];
  if (!cart) return EMPTY;
  const lines = rows.filter((row) => row.id !== null);
  const paise = lines.reduce((sum, row) => sum + (row.live ? (row.price as number) * (row.quantity as number) : 0), 0);
  return {
    items: lines.map((row) => ({
      productId: row.id as number,
      name: row.name as string,
      slug: row.slug as string,
      price: toRupees(row.price as number),
      image: row.image_id ? mediaUrl(row.image_id as string, 960, "webp") : null,
      imageAlt: row.image_alt as string | null,
      picture: row.image_id
        ? {
            id: row.image_id as string,
            width: row.width as number,
            height: row.height as number,
            blur: row.blur as string,
          }
        : null,
      quantity: row.quantity as number,
      held: row.held as number,
      expiresAt: row.expires_at ? new Date(row.expires_at as string).toISOString() : null,
      isAvailable: row.live as boolean,
      free: row.live ? (row.free as number) : 0,
    })),
    total: toRupees(paise + (cart.gift_wrap && lines.length > 0 ? GIFT_WRAP_PAISE : 0)),
    itemsCount: lines.reduce((sum, row) => sum + (row.quantity as number), 0),
    giftWrap: cart.gift_wrap as boolean,
    personalMessage: cart.personal_message as string,
    checkoutKey: cart.checkout_key as string,
  };
}

/** The cart as the API shows it. */
export function cartView({ checkoutKey: _, items, ...cart }: CartPage): Cart {
  return { items: items.map(({ picture: _p, imageAlt: _a, free: _f, ...line }) => line), ...cart };
}

/** The cart with what the pages' own code needs beside. */
export async function readCartState(actor: Actor): Promise<CartState> {
  const cart = await readCart(actor);
  return { ...cart, readAt: new Date().toISOString(), signedIn: actor.kind === "user" };
}

/** Brings every line down to what there is, and takes out what is not sold any more. */
export async function clampToStock(actor: Actor): Promise<void> {
  for (const line of (await readCart(actor)).items) {
    const quantity = Math.min(line.quantity, availableUnits(line));
    if (quantity === line.quantity) continue;
    await setLine(actor, line.productId, { quantity }).catch((error) => {
      // Somebody was quicker once more: the cart that is shown next says so.
      if (!(error instanceof AppError && error.code === "insufficient_stock")) throw error;
    });
  }
}

/** The cart cookie that a visitor should keep after a write: the new cart's, or the own one for 30 days more. Null for users. */
export const cartCookie = (actor: Actor, newCartToken: string | null) =>
  newCartToken ?? (actor.kind === "visitor" ? actor.cartToken : null);

/** Sets gift wrap and message, each when sent. Nothing to store begins no cart. */
export async function setGift(actor: Actor, input: GiftInput, db: Executor = writeDb()): Promise<Kept> {
  assertShopper(actor);
  let { userId, tokenHash } = ownerOf(actor);
  const newCartToken = userId === null && tokenHash === null ? newToken() : null;
  if (newCartToken) tokenHash = hashToken(newCartToken);
  const [row] = await driver(db)`
    select * from set_gift(${userId}, ${tokenHash}, ${input.giftWrap ?? null}, ${input.personalMessage ?? null})`;
  const cartId = row?.cart_id as number | null;
  return { cartId, newCartToken: cartId === null ? null : newCartToken, renewed: row?.renewed as boolean };
}

/** Empties the cart: every hold goes back to stock, gift wrap and message are reset. The cart's id, null when there is none. */
export async function emptyCart(actor: Actor, db: Executor = writeDb()): Promise<number | null> {
  assertShopper(actor);
  const { userId, tokenHash } = ownerOf(actor);
  if (userId === null && tokenHash === null) return null;
  const [cart] = await driver(db)`
    select id, empty_cart(id, ${userId}) from carts
    where ${userId === null ? driver(readDb())`token_hash = ${tokenHash}` : driver(readDb())`user_id = ${userId}`}`;
  return (cart?.id as number | undefined) ?? null;
}

/** The visitor's cart joins the customer's, who may be known by id alone: lines add up, holds move with them (decisions §4). */
export async function joinCarts({ id }: { id: number }, cartToken: string, db: Executor = writeDb()): Promise<void> {
  await driver(db)`select join_carts(id, ${hashToken(cartToken)}) from users where id = ${id} and role = 'customer'`;
}

/** Units in the actor's cart, for the badge. */
export async function countItems(actor: Actor, db: Executor = readDb()): Promise<number> {
  if (actor.kind === "user" && actor.role === "admin") return 0;
  const { userId, tokenHash } = ownerOf(actor as Shopper);
  if (userId === null && tokenHash === null) return 0;
  const [row] = await driver(db)`
    select coalesce(sum(l.quantity), 0)::int as count from carts c join cart_lines l on l.cart_id = c.id
    where ${userId === null ? driver(readDb())`c.token_hash = ${tokenHash}` : driver(db)`c.user_id = ${userId}`}`;
  return row?.count as number;
}

/** Deletes carts that nobody touched for 30 days; their holds go back. Returns how many. */
export async function deleteOldCarts(): Promise<number> {
  for (let gone = 0; ; gone++) {
    const [row] = await driver(readDb())`select delete_old_cart() as gone`;
    if (!row?.gone) return gone;
  }
}
