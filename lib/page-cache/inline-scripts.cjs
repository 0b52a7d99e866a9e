/*
 * Which inline scripts of a stored page its Content-Security-Policy names: those that Next writes, known by their exact shapes,
 * and constant texts of ours. Any other has come into the page by a mistake, and no browser may run it.
 * The shapes are Next's own affair: tests/api/page-policy.test.ts fails when an upgrade changes them.
 */
const { createHash } = require("node:crypto");

/** The page's first files and modules. */
const FILES = /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((.*)\);$/s;
/** The beginning of the page's data for React, which follows in pieces: [1, text] or [3, bytes in base64]. */
const BEGINNING = "(self.__next_f=self.__next_f||[]).push([0])";
const PIECE = /^self\.__next_f\.push\((.*)\)$/s;

/** @param {string | undefined} text */
function parsed(text) {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined; // code, not data
  }
}

/** The bytes of a piece of the page's data, or undefined when the script is none. @param {string} script */
function pieceIn(script) {
  const value = parsed(PIECE.exec(script)?.[1]);
  if (!Array.isArray(value) || value.length !== 2 || typeof value[1] !== "string") return undefined;
  if (value[0] === 1) return Buffer.from(value[1]);
  return value[0] === 3 ? Buffer.from(value[1], "base64") : undefined;
}

/**
 * The sources for script-src of a page.
 * @param {string} html
 * @param {Buffer} data the page's data for React, as the router would fetch it: the pieces in the page are this, in this order
 * @param {ReadonlySet<string>} ours texts of our own scripts
 * @returns {Set<string>} such as 'sha256-…', quotes included
 */
function scriptSources(html, data, ours) {
  /** @type {Set<string>} */
  const sources = new Set();
  let position = 0;
  for (const [, script = ""] of html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) {
    const piece = pieceIn(script);
    const end = position + (piece?.length ?? 0);
    const isNext = piece
      ? data.subarray(position, end).equals(piece)
      : script === BEGINNING || parsed(FILES.exec(script)?.[1]) !== undefined;
    if (!isNext && !ours.has(script)) continue;
    position = end;
    sources.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  }
  return sources;
}

module.exports = { scriptSources };
