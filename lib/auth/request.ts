import { cookies, headers } from "next/headers";
import { cache } from "react";
import type { SessionStart, SignedIn } from "@/lib/accounts/commands";
import { cartCookie } from "@/lib/cart/commands";
import { countItems } from "@/lib/cart/queries";
import { PINCODE_COOKIE, PINCODE_SECONDS, pincodeIn } from "@/lib/delivery/constants";
import { isDatabaseUnavailable, nullIfUnavailable } from "@/lib/errors";
import { addressOf } from "@/lib/http/limits";
import type { Actor } from "./actor";
import { signIn, signOut } from "./next-auth";
import {
  BROWSER_SECONDS,
  CART_COOKIE,
  CART_SECONDS,
  type Caller,
  callerOf,
  HINT_COOKIE,
  secureCookies,
  TRUSTED_DEVICE_COOKIE,
  type ViewerHint,
  viewerHint,
} from "./session";

export { HINT_COOKIE, viewerHint };
/** One toast for the next page, read and cleared by the browser. */
export const FLASH_COOKIE = "mithaas_flash";
/**
 * Where next-auth would lead to after a sign-in through its own routes, which are not mounted: /cookies does not list it, and it is
 * not set.
 */
const callbackCookie = () => `${secureCookies() ? "__Secure-" : ""}authjs.callback-url`;

/** The caller of this page or action, looked up once a request. A bearer token is ignored: pages know cookies only. */
export const currentCaller = cache(async (): Promise<Caller> => {
  const requestHeaders = new Headers(await headers());
  requestHeaders.delete("authorization");
  return callerOf(requestHeaders);
});

export const currentActor = async (): Promise<Actor> => (await currentCaller()).actor;

const shared = () => ({ path: "/", sameSite: "lax", secure: secureCookies() }) as const;

/** Sets the cookie by which the browser's header shows who is signed in. Actions and route handlers only. */
export async function setViewerHint(hint: ViewerHint): Promise<void> {
  (await cookies()).set(HINT_COOKIE, JSON.stringify(hint), { ...shared(), httpOnly: false, maxAge: BROWSER_SECONDS });
}

/** The pincode that this device remembers; empty when there is none. */
export const rememberedPincode = async (): Promise<string> =>
  pincodeIn((await cookies()).get(PINCODE_COOKIE)?.value ?? "");

/** Remembers a pincode on this device. Actions only. Not a second time: setting a cookie makes Next render the page again. */
export async function rememberPincode(pincode: string): Promise<void> {
  if (pincode === (await rememberedPincode())) return;
  (await cookies()).set(PINCODE_COOKIE, pincode, { ...shared(), httpOnly: false, maxAge: PINCODE_SECONDS });
}

/** Stores a visitor's cart cookie after a write that created the cart or started its 30 days again. Actions only. */
export async function saveCartCookie(
  actor: Actor,
  change: { newCartToken: string | null; renewed: boolean },
): Promise<void> {
  const token = cartCookie(actor, change.newCartToken);
  // Not at each write: setting a cookie makes Next render the page again.
  if (token && (change.newCartToken || change.renewed))
    (await cookies()).set(CART_COOKIE, token, { ...shared(), httpOnly: true, maxAge: CART_SECONDS });
}

/**
 * Stores a new session in the browser: next-auth's cookie, and the cookie of trusted accounts. The visitor's cart has been joined,
 * so its cookie goes.
 */
export async function saveSession(token: string, trustedDevices: string): Promise<void> {
  await signIn("credentials", { sid: token, redirect: false });
  const jar = await cookies();
  jar.delete(callbackCookie());
  jar.set(TRUSTED_DEVICE_COOKIE, trustedDevices, { ...shared(), httpOnly: true, maxAge: 365 * 24 * 60 * 60 });
  jar.delete(CART_COOKIE);
}

/** What a new session of this browser is started with. */
export async function browserSessionStart({ actor, cartToken }: Caller): Promise<SessionStart> {
  const requestHeaders = await headers();
  return {
    kind: "browser",
    userAgent: requestHeaders.get("user-agent"),
    address: addressOf(requestHeaders),
    trustedDevices: (await cookies()).get(TRUSTED_DEVICE_COOKIE)?.value ?? null,
    cartToken,
    replaces: actor.kind === "user" ? actor.sessionId : null,
  };
}

/** Signs the browser in to a new session: sets the cookies and the header's hint. Actions only. */
export async function signInBrowser({ user, token, trustedDevices }: SignedIn): Promise<void> {
  await saveSession(token, trustedDevices);
  // The session exists: a count that cannot be read must not look like a failure.
  await setViewerHint(viewerHint(user, (await nullIfUnavailable(() => countItems(user))) ?? 0));
}

/** The viewer, for the header of a private page; undefined while the database is unavailable: the header then uses the hint cookie. */
export const currentViewer = cache(async (): Promise<ViewerHint | undefined> => {
  try {
    const actor = await currentActor();
    return viewerHint(actor, await countItems(actor));
  } catch (error) {
    if (isDatabaseUnavailable(error)) return undefined;
    throw error;
  }
});

/** Removes the session's cookie; lib/accounts deletes its row. */
export async function removeSession(): Promise<void> {
  await signOut({ redirect: false });
  (await cookies()).delete(callbackCookie());
  await setViewerHint({ role: "visitor", count: 0 });
}

/** A toast for the page that the browser is sent to. Actions only. */
export async function flash(type: "success" | "error" | "warning" | "info", message: string): Promise<void> {
  (await cookies()).set(FLASH_COOKIE, JSON.stringify({ type, message }), { ...shared(), httpOnly: false, maxAge: 60 });
}
