import { addressOf } from "@/lib/addresses";
import { cookieOf, TRUSTED_DEVICE_COOKIE, TRUSTED_FACTOR_COOKIE } from "@/lib/cookies";
import type { Context } from "@/lib/http/operation";
import type { SessionStart } from "./commands";

type Asking = Pick<Context, "session" | "headers" | "caller">;
/** What a new session is started with: a browser's replaces the one that it had, a program's is a token. */
export const sessionStartOf = ({ session, headers, caller }: Asking): SessionStart => ({
  kind: session,
  userAgent: headers.get("user-agent"),
  address: addressOf(headers),
  trustedDevices: cookieOf(headers, TRUSTED_DEVICE_COOKIE),
  trustedFactors: cookieOf(headers, TRUSTED_FACTOR_COOKIE),
  cartToken: caller.cartToken,
  replaces: session === "browser" && caller.actor.kind === "user" ? caller.actor.sessionId : null,
});
