import { cookies } from "next/headers";
import { z } from "zod";
import { signIn, signOut } from "@/lib/auth/next-auth";
import { safeNext } from "@/lib/auth/next-path";
import { countItems } from "@/lib/cart/queries";
import { setViewerHint } from "@/lib/cart/request";
import { viewerHint } from "@/lib/cart/viewer-hint";
import {
  CART_COOKIE,
  cookieOptions,
  LOGIN_COOKIE,
  RETURN_COOKIE,
  secureCookies,
  TRUSTED_DEVICE_COOKIE,
  TRUSTED_FACTOR_COOKIE,
} from "@/lib/cookies";
import { nullIfUnavailable } from "@/lib/errors";
import { scopeOf } from "@/lib/http/idempotency";
import { hasOrders } from "@/lib/orders/browser-orders";
import { email } from "@/lib/text";
import { accountOfMark, type SignedIn } from "./commands";
import { LOGIN_SECONDS, TRUST_SECONDS } from "./factor-cookies";
import { RESET_MINUTES } from "./reset-commands";

/**
 * Where next-auth would lead to after a sign-in through its own routes, which are not mounted: /cookies does not list it, and it is
 * not set.
 */
const callbackCookie = () => `${secureCookies() ? "__Secure-" : ""}authjs.callback-url`;

/**
 * Stores a new session in the browser: next-auth's cookie, and the cookie of trusted accounts. The visitor's cart has been joined,
 * so its cookie goes, unless orders without an account are found by it.
 */
export async function saveSession(token: string, trustedDevices: string): Promise<void> {
  const jar = await cookies();
  const visitor = { kind: "visitor", cartToken: jar.get(CART_COOKIE)?.value ?? null } as const;
  const cart = scopeOf(visitor);
  await signIn("credentials", { sid: token, ...(cart && { cart }), redirect: false });
  jar.delete(callbackCookie());
  jar.set(TRUSTED_DEVICE_COOKIE, trustedDevices, { ...cookieOptions(), httpOnly: true, maxAge: 365 * 24 * 60 * 60 });
  if ((await nullIfUnavailable(() => hasOrders(visitor))) === false) jar.delete(CART_COOKIE);
}

/** The password was right: the browser is asked for the code. Actions only. */
export async function saveLoginMark(mark: string): Promise<void> {
  (await cookies()).set(LOGIN_COOKIE, mark, { ...cookieOptions(), httpOnly: true, maxAge: LOGIN_SECONDS });
}

/** Whether this browser has sent the right password, and is asked for the code. */
export const isAskedForCode = async (): Promise<boolean> =>
  (await accountOfMark((await cookies()).get(LOGIN_COOKIE)?.value ?? null)) !== null;

const returning = z.object({ email, next: z.string().nullable() });
type Returning = z.output<typeof returning>;

/** Who has forgotten the password, and where the sign-in leads that comes of it. Kept as long as the mailed link works. Actions only. */
export async function saveReturning(to: Returning): Promise<void> {
  const options = { ...cookieOptions(), httpOnly: true, maxAge: RESET_MINUTES * 60 };
  (await cookies()).set(RETURN_COOKIE, JSON.stringify(to), options);
}

/** What `saveReturning` has stored in this browser. */
export async function readReturning(): Promise<Returning | null> {
  try {
    const { email, next } = returning.parse(JSON.parse((await cookies()).get(RETURN_COOKIE)?.value ?? ""));
    return { email, next: safeNext(next) };
  } catch {
    return null;
  }
}

/** Signs the browser in to a new session: sets the cookies and the header's hint. Actions only. */
export async function signInBrowser({ user, token, trustedDevices, trustedFactors }: SignedIn): Promise<void> {
  await saveSession(token, trustedDevices);
  const jar = await cookies();
  for (const name of [LOGIN_COOKIE, RETURN_COOKIE]) if (jar.has(name)) jar.delete(name);
  if (trustedFactors)
    jar.set(TRUSTED_FACTOR_COOKIE, trustedFactors, { ...cookieOptions(), httpOnly: true, maxAge: TRUST_SECONDS });
  // The session exists: a count that cannot be read must not look like a failure.
  await setViewerHint(viewerHint(user, (await nullIfUnavailable(() => countItems(user))) ?? 0));
}

/** Removes the session's cookie; lib/people deletes its row. */
export async function removeSession(): Promise<void> {
  await signOut({ redirect: false });
  const jar = await cookies();
  jar.delete(callbackCookie());
  if (jar.has(RETURN_COOKIE)) jar.delete(RETURN_COOKIE);
  await setViewerHint({ role: "visitor", count: 0 });
}
