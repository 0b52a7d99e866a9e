import type { Shopper } from "@/lib/auth/actor";
import { CART_COOKIE, CART_SECONDS, type Caller, hintCookie, setCookie, viewerHint } from "@/lib/auth/session";
import { cartView, readCart } from "@/lib/cart/server";
import { Answer } from "@/lib/http/endpoint";

type Begun = { newCartToken: string | null };

/** The cookies of a changed cart: a visitor's, when it was begun, and the hint by which a browser's header counts. */
export const cartCookies = ({ actor, byCookie }: Caller, { newCartToken }: Begun, itemsCount: number) => [
  ...(newCartToken === null ? [] : [setCookie(CART_COOKIE, newCartToken, CART_SECONDS)]),
  ...(byCookie || newCartToken !== null ? [hintCookie(viewerHint(actor, itemsCount))] : []),
];

/** The cart after a change, with its cookies. */
export async function cartAfter(actor: Shopper, caller: Caller, begun: Begun) {
  const cart = await readCart(begun.newCartToken ? { kind: "visitor", cartToken: begun.newCartToken } : actor);
  return new Answer(cartView(cart), { cookies: cartCookies(caller, begun, cart.itemsCount) });
}
