import type { Actor } from "@/lib/auth/actor";
import { BROWSER_SECONDS } from "@/lib/auth/session";
import { HINT_COOKIE, sessionCookie, setCookie } from "@/lib/cookies";

/** What the header shows of who is looking; see components/layout/viewer-store.ts. */
export type ViewerHint = { role: "visitor" | "customer" | "admin"; name?: string; count: number };

export const viewerHint = (actor: Actor, count: number): ViewerHint =>
  actor.kind === "user" ? { role: actor.role, name: actor.name, count } : { role: "visitor", count };

/** The hint as an answer of the API sets it, written as Next writes cookies. */
export const hintCookie = (hint: ViewerHint) =>
  setCookie(HINT_COOKIE, encodeURIComponent(JSON.stringify(hint)), BROWSER_SECONDS, { readable: true });

/** Set-Cookie fields by which an answer of the API signs the browser out: they remove next-auth's cookie, and the header shows a visitor. */
export const signedOutCookies = (): string[] => [
  setCookie(sessionCookie(), "", 0),
  hintCookie({ role: "visitor", count: 0 }),
];
