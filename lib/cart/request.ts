import { cookies } from "next/headers";
import { cache } from "react";
import type { Actor } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { BROWSER_SECONDS } from "@/lib/auth/session";
import { CART_COOKIE, CART_SECONDS, cookieOptions, HINT_COOKIE } from "@/lib/cookies";
import { isDatabaseUnavailable } from "@/lib/errors";
import { cartCookie } from "./commands";
import { countItems } from "./queries";
import { type ViewerHint, viewerHint } from "./viewer-hint";

/** Sets the cookie by which the browser's header shows who is signed in. Actions and route handlers only. */
export async function setViewerHint(hint: ViewerHint): Promise<void> {
  (await cookies()).set(HINT_COOKIE, JSON.stringify(hint), {
    ...cookieOptions(),
    httpOnly: false,
    maxAge: BROWSER_SECONDS,
  });
}

/** Stores a visitor's cart cookie after a write that created the cart or started its 30 days again. Actions only. */
export async function saveCartCookie(
  actor: Actor,
  change: { newCartToken: string | null; renewed: boolean },
): Promise<void> {
  const token = cartCookie(actor, change.newCartToken);
  // Not at each write: setting a cookie makes Next render the page again.
  if (token && (change.newCartToken || change.renewed))
    (await cookies()).set(CART_COOKIE, token, { ...cookieOptions(), httpOnly: true, maxAge: CART_SECONDS });
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
