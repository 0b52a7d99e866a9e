import { type SessionStart, toUserView } from "@/lib/accounts/commands";
import { addressOf } from "@/lib/addresses";
import type { User } from "@/lib/auth/actor";
import type { Caller } from "@/lib/auth/session";
import { CART_COOKIE, cookieOf, setCookie, TRUSTED_DEVICE_COOKIE } from "@/lib/cookies";
import { ApiResponse } from "@/lib/http/endpoint";
import type { HttpRequest } from "@/lib/http/request-response";

/** A token for an API client, named by its program. */
export const tokenStart = ({ headers }: HttpRequest, { cartToken }: Caller): SessionStart => ({
  kind: "api",
  userAgent: headers.get("user-agent"),
  trustedDevices: cookieOf(headers, TRUSTED_DEVICE_COOKIE),
  address: addressOf(headers),
  cartToken,
});

/** The answer to login and register; the visitor's cart has joined the customer's, so its cookie goes. */
export function signedIn({ user, token }: { user: User; token: string }, { cartToken }: Caller) {
  const body = { accessToken: token, user: toUserView(user) };
  if (user.role !== "customer" || cartToken === null) return body;
  return new ApiResponse(body, { cookies: [setCookie(CART_COOKIE, "", 0)] });
}
