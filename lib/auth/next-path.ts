import type { Role } from "./constants";

const SITE = "http://site.invalid";

/** A path on this site to go to after login, or null: never another site, and never a page of the account's own. */
export function safeNext(next: unknown): string | null {
  // A browser drops control characters and takes a backslash for a slash: "/\t/elsewhere" would lead there.
  if (typeof next !== "string" || !next.startsWith("/") || /[\\\p{Cc}]/u.test(next)) return null;
  const url = URL.parse(next, SITE);
  if (url?.origin !== SITE || /^\/(login|register|api)(\/|$)/.test(url.pathname)) return null;
  const path = url.pathname + url.search + url.hash;
  // A redirect met on a soft navigation would leave its own address in the browser's bar.
  if (url.pathname === "/") return "/home";
  // What was resolved and encoded: "/.//elsewhere" has become "//elsewhere".
  return /^\/(?!\/)[\x21-\x7e]*$/.test(path) ? path : null;
}

/** Where a sign-in leads: an admin to the page of the admin area that was asked for, a customer anywhere but there. */
export function landingOf(role: Role, next: unknown): string {
  const path = safeNext(next);
  const isAdmins = path !== null && /^\/admin(?![^/?#])/.test(path);
  return role === "admin" ? (isAdmins ? path : "/admin") : isAdmins ? "/home" : (path ?? "/home");
}
