import { cookies } from "next/headers";
import { signIn, signOut } from "@/lib/auth/next-auth";
import { countItems } from "@/lib/cart/queries";
import { setViewerHint } from "@/lib/cart/request";
import { viewerHint } from "@/lib/cart/viewer-hint";
import { CART_COOKIE, cookieOptions, secureCookies, TRUSTED_DEVICE_COOKIE } from "@/lib/cookies";
import { nullIfUnavailable } from "@/lib/errors";
import type { SignedIn } from "./commands";

/**
 * Where next-auth would lead to after a sign-in through its own routes, which are not mounted: /cookies does not list it, and it is
 * not set.
 */
const callbackCookie = () => `${secureCookies() ? "__Secure-" : ""}authjs.callback-url`;

/**
 * Stores a new session in the browser: next-auth's cookie, and the cookie of trusted accounts. The visitor's cart has been joined,
 * so its cookie goes.
 */
export async function saveSession(token: string, trustedDevices: string): Promise<void> {
  await signIn("credentials", { sid: token, redirect: false });
  const jar = await cookies();
  jar.delete(callbackCookie());
  jar.set(TRUSTED_DEVICE_COOKIE, trustedDevices, { ...cookieOptions(), httpOnly: true, maxAge: 365 * 24 * 60 * 60 });
  jar.delete(CART_COOKIE);
}

/** Signs the browser in to a new session: sets the cookies and the header's hint. Actions only. */
export async function signInBrowser({ user, token, trustedDevices }: SignedIn): Promise<void> {
  await saveSession(token, trustedDevices);
  // The session exists: a count that cannot be read must not look like a failure.
  await setViewerHint(viewerHint(user, (await nullIfUnavailable(() => countItems(user))) ?? 0));
}

/** Removes the session's cookie; lib/accounts deletes its row. */
export async function removeSession(): Promise<void> {
  await signOut({ redirect: false });
  (await cookies()).delete(callbackCookie());
  await setViewerHint({ role: "visitor", count: 0 });
}
