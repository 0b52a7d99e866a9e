/*
 * Addresses that somebody has typed or sent, judged as a browser reads them: it drops tabs and line breaks, and takes a backslash for a
 * slash, so that "/\t/elsewhere.example" is a link to another site.
 */

const SITE = "http://site.invalid";

const isMisread = (text: string) => /[\\\p{Cc}]/u.test(text) || !text.isWellFormed();

/** The path on this site to which a link leads, with its query and fragment, or null when it leads elsewhere. */
export function pathOnSite(text: string): string | null {
  if (!text.startsWith("/") || isMisread(text)) return null;
  const url = URL.parse(text, SITE);
  if (url?.origin !== SITE) return null;
  const path = url.pathname + url.search + url.hash;
  // "/.//elsewhere" has been resolved to "//elsewhere".
  return path.startsWith("//") ? null : path;
}

/** An absolute address of the web, or null. */
export const webUrl = (text: string): URL | null =>
  /^https?:\/\//i.test(text) && !isMisread(text) ? URL.parse(text) : null;

/** Whether a page may show a link to it: a path on this site, or an address that begins with https://. */
export const isLink = (text: string): boolean => pathOnSite(text) !== null || webUrl(text)?.protocol === "https:";

/** A page on the way to a sign-in that then leads to `next`. */
export const withNext = <Path extends string>(path: Path, next: string | null) =>
  next === null ? path : (`${path}?next=${encodeURIComponent(next)}` as const);
