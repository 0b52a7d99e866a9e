import type { Shopper } from "@/lib/auth/actor";
import type { Caller } from "@/lib/auth/session";
import { cartCookie } from "@/lib/cart/commands";
import type { CartChange } from "@/lib/cart/hold";
import { readCart, toApiCart } from "@/lib/cart/queries";
import { hintCookie, viewerHint } from "@/lib/cart/viewer-hint";
import { CART_COOKIE, CART_SECONDS, setCookie } from "@/lib/cookies";
import { ApiResponse } from "@/lib/http/endpoint";

type ChangedCart = Pick<CartChange, "cartId" | "newCartToken">;

/**
 * The cookies to set after a change of the cart: a visitor's cart cookie, new or renewed for 30 days, and the cookie from which the
 * browser's header takes its count.
 */
export function cartCookies(
  { actor, byCookie, firstCart }: Caller,
  { cartId, newCartToken }: ChangedCart,
  itemsCount: number,
): string[] {
  // A visitor who still has no cart needs no cookie for one.
  const token = cartId === null ? null : cartCookie(actor, newCartToken);
  return [
    ...(token === null ? [] : [setCookie(CART_COOKIE, token, CART_SECONDS)]),
    ...(byCookie || firstCart || newCartToken !== null ? [hintCookie(viewerHint(actor, itemsCount))] : []),
  ];
}

export async function cartAfter(change: ChangedCart, { actor, caller }: { actor: Shopper; caller: Caller }) {
  const cart = await readCart(change.newCartToken ? { kind: "visitor", cartToken: change.newCartToken } : actor);
  return new ApiResponse(toApiCart(cart), { cookies: cartCookies(caller, change, cart.itemsCount) });
}
