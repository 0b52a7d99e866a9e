import type { Caller } from "@/lib/auth/session";
import { CART_COOKIE, setCookie } from "@/lib/cookies";
import { nullIfUnavailable } from "@/lib/errors";
import { ApiResponse } from "@/lib/http/endpoint";
import { hasOrders } from "@/lib/orders/browser-orders";
import { type SignedIn, toUserView } from "@/lib/people/commands";

/**
 * The answer to login and register. It removes the cookie of the visitor's cart, which has joined the customer's; a browser that has orders
 * without an account keeps it.
 */
export async function signedIn({ user, token }: SignedIn, { caller: { cartToken } }: { caller: Caller }) {
  const body = { accessToken: token, user: toUserView(user) };
  if (user.role !== "customer" || cartToken === null) return body;
  // The session exists: what cannot be read must not look like a failure, and keeps the cookie.
  if ((await nullIfUnavailable(() => hasOrders({ kind: "visitor", cartToken }))) !== false) return body;
  return new ApiResponse(body, { cookies: [setCookie(CART_COOKIE, "", 0)] });
}
