// Pages that stand still, answered without Next: it takes about a millisecond to find out again what it answered to the same address a moment ago.
// An answer is kept as it went out, for seconds, and until anything in the page cache is expired (lib/page-cache/control.ts).
import { bodyOf, chosen, isCurrent } from "./compression.mjs";

/** How long an answer stands in for Next, which looks after the page's own time. */
const KEPT_MS = 10_000;
/** Addresses that are kept at once, each with its headers of one or two kilobytes. Anybody can add words to an address. */
const MOST = 1000;
const LONGEST = 512;
/** With one of these Next answers something else, or does something else. */
const OTHERWISE = ["rsc", "content-type", "next-action", "x-prerender-revalidate", "range"];
/** What belongs to one answer or one connection. */
const NOT_KEPT = ["connection", "date", "keep-alive"];

/** @typedef {{ headers: Record<string, number | string | string[]>, etag: string, body: string, until: number }} Ready */

/** @typedef {{ key: string, began: number } | undefined} Place */

/** By encoding and address, the one kept last at the end. @type {Map<string, Ready>} */
const ready = new Map();
let generation = 0;

/** Counts expiries: whoever began at an older number may have seen an older page. */
function pageGeneration() {
  const { generation: now = 0 } =
    /** @type {{ mithaasPageCache?: { generation?: number } }} */ (globalThis).mithaasPageCache ?? {};
  if (now !== generation) {
    generation = now;
    ready.clear();
  }
  return generation;
}

/**
 * Where the answer to a request would be kept, if it may be. To be asked when the request comes: Next writes over its address.
 * @param {import("node:http").IncomingMessage} request @returns {Place}
 */
export function placeOf({ method, headers, url = "" }) {
  const began = pageGeneration();
  if (method !== "GET" || url.length > LONGEST || OTHERWISE.some((name) => headers[name] !== undefined)) return;
  return { key: `${chosen(headers["accept-encoding"]?.toString() ?? "")} ${url}`, began };
}

/**
 * Answers a request with what was answered a moment ago; false when there is nothing.
 * @param {Place} place @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response
 */
export function answerReady(place, request, response) {
  const found = place && ready.get(place.key);
  if (!found || found.until < Date.now()) return false;
  if (isCurrent(request, found.etag)) {
    const { "content-type": _, "content-length": __, "content-encoding": ___, ...headers } = found.headers;
    response.writeHead(304, headers).end();
    return true;
  }
  const body = bodyOf(found.body);
  if (!body) return false;
  response.writeHead(200, found.headers).end(body);
  return true;
}

/**
 * Keeps an answer that is about to go out, when it is a page from the page cache.
 * @param {Place} place @param {import("node:http").ServerResponse} response
 * @param {string} body its name among the bodies that are kept
 */
export function keepReady(place, response, body) {
  const etag = response.getHeader("etag")?.toString();
  // A stale page is answered once more while the new one is made.
  if (response.getHeader("x-nextjs-cache") !== "HIT" || response.statusCode !== 200 || !etag) return;
  if (!place || place.began !== pageGeneration() || response.hasHeader("set-cookie")) return;
  if (!response.getHeader("content-type")?.toString().startsWith("text/html")) return;
  const headers = /** @type {Ready["headers"]} */ ({ ...response.getHeaders() });
  for (const name of NOT_KEPT) delete headers[name];
  ready.delete(place.key);
  ready.set(place.key, { headers, etag, body, until: Date.now() + KEPT_MS });
  if (ready.size > MOST) ready.delete(ready.keys().next().value ?? "");
}
