import type { Shopper } from "@/lib/auth/actor";
import { CART_COOKIE, CART_SECONDS, setCookie } from "@/lib/auth/session";
import { cartView, readCart } from "@/lib/cart/server";
import { Answer } from "@/lib/http/endpoint";

type Begun = { newCartToken: string | null };

/** The cookie of a visitor's cart, when one was begun. */
export const begunCookie = ({ newCartToken }: Begun) =>
  newCartToken === null ? [] : [setCookie(CART_COOKIE, newCartToken, CART_SECONDS)];

/** The cart after a change, with its cookie when it was begun. */
export async function cartAfter(actor: Shopper, begun: Begun) {
  const cart = await readCart(begun.newCartToken ? { kind: "visitor", cartToken: begun.newCartToken } : actor);
  return new Answer(cartView(cart), { cookies: begunCookie(begun) });
}
