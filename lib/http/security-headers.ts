/*
 * The Content-Security-Policies and the other security headers, in one place. Without imports: the page cache, proxy.ts,
 * next.config.ts and the server in front of Next.js use it.
 */

const common = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";
const media = "img-src 'self' data: blob:; connect-src 'self'";

/**
 * For a static page: its own inline scripts by their hashes. Style attributes and Radix's style elements need 'unsafe-inline'.
 * `hashes` are sources such as 'sha256-…', quotes included.
 */
export const staticPolicy = (hashes: Iterable<string>): string =>
  `default-src 'self'; script-src ${["'self'", ...hashes].join(" ")}; style-src 'self' 'unsafe-inline'; ${media}; ${common}`;

/**
 * For a page made for one request. Development needs eval for its error overlay and inline styles for reloading.
 * `hashes` are those of the inline scripts whose texts are constant, `formTarget` is another site that its forms may lead to.
 */
export const noncePolicy = (nonce: string, hashes: readonly string[], development: boolean, formTarget = ""): string =>
  `default-src 'self'; script-src ${["'self'", `'nonce-${nonce}'`, ...hashes, ...(development ? ["'unsafe-eval'"] : [])].join(" ")}; ` +
  (development
    ? "style-src 'self' 'unsafe-inline'; "
    : `style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; `) +
  `${media}; ${common} ${formTarget}`.trimEnd();

/** For everything that is no page: answers of the API and files. Drawings (SVG) carry their own style. */
export const filePolicy = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`;

/** For /api/docs, the viewer of the API's document: scripts and styles from files alone; its drawings are data. */
export const viewerPolicy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; ${common}`;

/** What every response carries beside its policy. */
export const securityHeaders = (appUrl: string): [name: string, value: string][] => [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ...(appUrl.startsWith("https:") ? [["Strict-Transport-Security", "max-age=31536000"] as [string, string]] : []),
];
