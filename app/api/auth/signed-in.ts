import type { Caller } from "@/lib/auth/session";
import { CART_COOKIE, setCookie } from "@/lib/cookies";
import { ApiResponse } from "@/lib/http/endpoint";
import { hasOrders } from "@/lib/orders/browser-orders";
import { type SignedIn, toUserView } from "@/lib/people/commands";

/**
 * The answer to login and register; the visitor's cart has joined the customer's, so its cookie goes, unless orders without an account are found
 * by it.
 */
export async function signedIn({ user, token }: SignedIn, { caller: { cartToken } }: { caller: Caller }) {
  const body = { accessToken: token, user: toUserView(user) };
  if (user.role !== "customer" || cartToken === null || (await hasOrders({ kind: "visitor", cartToken }))) return body;
  return new ApiResponse(body, { cookies: [setCookie(CART_COOKIE, "", 0)] });
}
