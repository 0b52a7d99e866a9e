import { cookies, headers } from "next/headers";
import { cache } from "react";
import type { SessionStart, SignedIn } from "@/lib/accounts/server";
import { cartCookie } from "@/lib/cart/commands";
import { countItems } from "@/lib/cart/queries";
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
/** Where next-auth would lead to after a sign-in through its own routes, which are not mounted: /cookies does not list it, and it is not set. */
const callbackCookie = () => `${secureCookies() ? "__Secure-" : ""}authjs.callback-url`;

/** Who asks for this page or action, found once a request. A bearer token that is not valid counts as nobody here. */
export const currentCaller = cache(async (): Promise<Caller> => {
  const asked = new Headers(await headers());
  asked.delete("authorization");
  return callerOf(asked);
});

export const currentActor = async (): Promise<Actor> => (await currentCaller()).actor;

const shared = () => ({ path: "/", sameSite: "lax", secure: secureCookies() }) as const;

/** Tells the browser's header who is here. Actions and route handlers only. */
export async function setViewerHint(hint: ViewerHint): Promise<void> {
  (await cookies()).set(HINT_COOKIE, JSON.stringify(hint), { ...shared(), httpOnly: false, maxAge: BROWSER_SECONDS });
}

/** Keeps a visitor's cart after a write, when it was begun or its 30 days have begun anew. Actions only. */
export async function saveCartCookie(
  actor: Actor,
  kept: { newCartToken: string | null; renewed: boolean },
): Promise<void> {
  const token = cartCookie(actor, kept.newCartToken);
  // Not each time: a cookie makes Next render the page anew.
  if (token && (kept.newCartToken || kept.renewed))
    (await cookies()).set(CART_COOKIE, token, { ...shared(), httpOnly: true, maxAge: CART_SECONDS });
}

/** Gives the browser a begun session: the cookie of next-auth, and the mark that it knows this account. The visitor's cart has been joined. */
export async function keepSession(token: string, known: string): Promise<void> {
  await signIn("credentials", { sid: token, redirect: false });
  const jar = await cookies();
  jar.delete(callbackCookie());
  jar.set(TRUSTED_DEVICE_COOKIE, known, { ...shared(), httpOnly: true, maxAge: 365 * 24 * 60 * 60 });
  jar.delete(CART_COOKIE);
}

/** What this browser begins a session with. */
export async function browserStart({ actor, cartToken }: Caller): Promise<SessionStart> {
  const asked = await headers();
  return {
    kind: "browser",
    userAgent: asked.get("user-agent"),
    address: addressOf(asked),
    known: (await cookies()).get(TRUSTED_DEVICE_COOKIE)?.value ?? null,
    cartToken,
    replaces: actor.kind === "user" ? actor.sessionId : null,
  };
}

/** Lets someone in whose session has begun: sets the cookies and the header's hint. Actions only. */
export async function enter({ user, token, known }: SignedIn): Promise<void> {
  await keepSession(token, known);
  // The session stands: a count that cannot be read must not look like a failure.
  await setViewerHint(viewerHint(user, (await nullIfUnavailable(() => countItems(user))) ?? 0));
}

/** Who is looking, for the header of a private page; undefined while the database is away: the header then goes by the hint. */
export const currentViewer = cache(async (): Promise<ViewerHint | undefined> => {
  try {
    const actor = await currentActor();
    return viewerHint(actor, await countItems(actor));
  } catch (error) {
    if (isDatabaseUnavailable(error)) return undefined;
    throw error;
  }
});

/** Takes the session's cookie away; its row is ended by lib/accounts. */
export async function dropSession(): Promise<void> {
  await signOut({ redirect: false });
  (await cookies()).delete(callbackCookie());
  await setViewerHint({ role: "visitor", count: 0 });
}

/** A toast for the page that the browser is sent to. Actions only. */
export async function flash(type: "success" | "error" | "warning" | "info", message: string): Promise<void> {
  (await cookies()).set(FLASH_COOKIE, JSON.stringify({ type, message }), { ...shared(), httpOnly: false, maxAge: 60 });
}
