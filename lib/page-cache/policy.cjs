/*
 * The Content-Security-Policies, in one place. CommonJS, because Next.js loads the page cache, which needs them, without compiling it.
 */

const common = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";
const media = "img-src 'self' data: blob:; connect-src 'self'";

/**
 * For a static page: its own inline scripts by their hashes. Style attributes and Radix's style elements need 'unsafe-inline'.
 * @param {Iterable<string>} hashes such as 'sha256-…', quotes included
 */
const staticPolicy = (hashes) =>
  `default-src 'self'; script-src ${["'self'", ...hashes].join(" ")}; style-src 'self' 'unsafe-inline'; ${media}; ${common}`;

/**
 * For a page made for one request. Development needs eval for its error overlay and inline styles for reloading.
 * @param {string} nonce
 * @param {readonly string[]} hashes of the inline scripts whose texts are constant
 * @param {boolean} development
 */
const noncePolicy = (nonce, hashes, development) =>
  `default-src 'self'; script-src ${["'self'", `'nonce-${nonce}'`, ...hashes, ...(development ? ["'unsafe-eval'"] : [])].join(" ")}; ` +
  (development
    ? "style-src 'self' 'unsafe-inline'; "
    : `style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; `) +
  `${media}; ${common}`;

/** For everything that is no page: answers of the API and files. Drawings (SVG) carry their own style. */
const filePolicy = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`;

/** For /api/docs, the viewer of the API's document: scripts and styles from files alone; its drawings are data. */
const viewerPolicy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; ${common}`;

/**
 * What every answer says beside its policy, whoever makes it.
 * @param {string} appUrl
 * @returns {[name: string, value: string][]}
 */
const securityHeaders = (appUrl) => [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ...(appUrl.startsWith("https:")
    ? [/** @type {[string, string]} */ (["Strict-Transport-Security", "max-age=31536000"])]
    : []),
];

module.exports = { securityHeaders, staticPolicy, noncePolicy, filePolicy, viewerPolicy };
