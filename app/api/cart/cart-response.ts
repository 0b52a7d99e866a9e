import type { Shopper } from "@/lib/auth/actor";
import { CART_COOKIE, CART_SECONDS, type Caller, hintCookie, setCookie, viewerHint } from "@/lib/auth/session";
import { cartCookie } from "@/lib/cart/commands";
import { readCart, toApiCart } from "@/lib/cart/queries";
import { ApiResponse } from "@/lib/http/endpoint";

type Begun = { cartId: number | null; newCartToken: string | null };

/**
 * The cookies of a changed cart: a visitor's, of the one that was begun or of the same for 30 days more, and the hint by which a
 * browser's header counts.
 */
export function cartCookies(
  { actor, byCookie, firstCart }: Caller,
  { cartId, newCartToken }: Begun,
  itemsCount: number,
): string[] {
  // A visitor who still has no cart needs no cookie for one.
  const token = cartId === null ? null : cartCookie(actor, newCartToken);
  return [
    ...(token === null ? [] : [setCookie(CART_COOKIE, token, CART_SECONDS)]),
    ...(byCookie || firstCart || newCartToken !== null ? [hintCookie(viewerHint(actor, itemsCount))] : []),
  ];
}

/** The cart after a change, with its cookies. */
export async function cartAfter(actor: Shopper, caller: Caller, begun: Begun) {
  const cart = await readCart(begun.newCartToken ? { kind: "visitor", cartToken: begun.newCartToken } : actor);
  return new ApiResponse(toApiCart(cart), { cookies: cartCookies(caller, begun, cart.itemsCount) });
}
