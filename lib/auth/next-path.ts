import type { Role } from "@/db/constants/auth";
import { pathOnSite } from "@/lib/links";

/** A path on this site to go to after login, or null: never another site, and never a page of the account's own. */
export function safeNext(next: unknown): string | null {
  const path = typeof next === "string" ? pathOnSite(next) : null;
  if (path === null || /^\/(login|register|api)([/?#]|$)/.test(path)) return null;
  // A redirect met on a soft navigation would leave its own address in the browser's bar.
  return /^\/([?#]|$)/.test(path) ? "/home" : path;
}

/** The query of a page of the login to which a browser comes with its first cookie: the page sees whether it was kept. */
export const cookieCheck = (next: string | null) => `cookies=1&next=${encodeURIComponent(next ?? "")}`;

/** Where a sign-in leads: an admin to the page of the admin area that was asked for, a customer anywhere but there. */
export function landingOf(role: Role, next: unknown): string {
  const path = safeNext(next);
  const isAdmins = path !== null && /^\/admin(?![^/?#])/.test(path);
  return role === "admin" ? (isAdmins ? path : "/admin") : isAdmins ? "/home" : (path ?? "/home");
}
