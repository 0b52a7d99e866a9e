import { cookies } from "next/headers";
import { signIn, signOut } from "@/lib/auth/next-auth";
import { countItems } from "@/lib/cart/queries";
import { setViewerHint } from "@/lib/cart/request";
import { viewerHint } from "@/lib/cart/viewer-hint";
import {
  CART_COOKIE,
  cookieOptions,
  LOGIN_COOKIE,
  secureCookies,
  TRUSTED_DEVICE_COOKIE,
  TRUSTED_FACTOR_COOKIE,
} from "@/lib/cookies";
import { nullIfUnavailable } from "@/lib/errors";
import { scopeOf } from "@/lib/http/idempotency";
import { accountOfMark, type SignedIn } from "./commands";
import { LOGIN_SECONDS, TRUST_SECONDS } from "./factor-cookies";

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
  const jar = await cookies();
  const cart = scopeOf({ kind: "visitor", cartToken: jar.get(CART_COOKIE)?.value ?? null });
  await signIn("credentials", { sid: token, ...(cart && { cart }), redirect: false });
  jar.delete(callbackCookie());
  jar.set(TRUSTED_DEVICE_COOKIE, trustedDevices, { ...cookieOptions(), httpOnly: true, maxAge: 365 * 24 * 60 * 60 });
  jar.delete(CART_COOKIE);
}

/** The password was right: the browser is asked for the code. Actions only. */
export async function saveLoginMark(mark: string): Promise<void> {
  (await cookies()).set(LOGIN_COOKIE, mark, { ...cookieOptions(), httpOnly: true, maxAge: LOGIN_SECONDS });
}

/** Whether this browser has sent the right password, and is asked for the code. */
export const isAskedForCode = async (): Promise<boolean> =>
  (await accountOfMark((await cookies()).get(LOGIN_COOKIE)?.value ?? null)) !== null;

/** Signs the browser in to a new session: sets the cookies and the header's hint. Actions only. */
export async function signInBrowser({ user, token, trustedDevices, trustedFactors }: SignedIn): Promise<void> {
  await saveSession(token, trustedDevices);
  const jar = await cookies();
  if (jar.has(LOGIN_COOKIE)) jar.delete(LOGIN_COOKIE);
  if (trustedFactors)
    jar.set(TRUSTED_FACTOR_COOKIE, trustedFactors, { ...cookieOptions(), httpOnly: true, maxAge: TRUST_SECONDS });
  // The session exists: a count that cannot be read must not look like a failure.
  await setViewerHint(viewerHint(user, (await nullIfUnavailable(() => countItems(user))) ?? 0));
}

/** Removes the session's cookie; lib/accounts deletes its row. */
export async function removeSession(): Promise<void> {
  await signOut({ redirect: false });
  (await cookies()).delete(callbackCookie());
  await setViewerHint({ role: "visitor", count: 0 });
}
