/*
 * Which inline scripts of a stored page its Content-Security-Policy allows: those that Next writes, recognised by their exact
 * shapes, and constant texts of ours. Any other got into the page by a mistake, and no browser may run it.
 * The shapes are not documented: tests/api/page-policy.test.ts fails when an upgrade changes them.
 */
import { createHash } from "node:crypto";

/** Lists the page's first files and modules. */
const FILES = /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((.*)\);$/s;
/** Begins the page's data for React, which follows in chunks: [1, text] or [3, bytes in base64]. */
const DATA_START = "(self.__next_f=self.__next_f||[]).push([0])";
const DATA_CHUNK = /^self\.__next_f\.push\((.*)\)$/s;

/** The value of a JSON text; undefined when it is code instead of data. */
function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The bytes of a chunk of the page's data, or undefined when the script is none. */
function dataChunk(script: string): Buffer | undefined {
  const value = parseJson(DATA_CHUNK.exec(script)?.[1]);
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [type, content]: unknown[] = value;
  if (typeof content !== "string") return undefined;
  if (type === 1) return Buffer.from(content);
  return type === 3 ? Buffer.from(content, "base64") : undefined;
}

/**
 * The sources for script-src of a page, such as 'sha256-…' with its quotes. `data` is the page's data for React as the router
 * would fetch it: the chunks in the page are the same bytes in the same order. `ownScripts` are the texts of our own scripts.
 *
 * The pattern for scripts need not understand HTML. What it finds is allowed by its text alone, so a page that it misread would have a
 * source too few, never one too many.
 */
export function scriptSources(html: string, data: Buffer, ownScripts: ReadonlySet<string>): Set<string> {
  const sources = new Set<string>();
  let position = 0;
  for (const [, script = ""] of html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) {
    const chunk = dataChunk(script);
    const end = position + (chunk?.length ?? 0);
    const isNext = chunk
      ? data.subarray(position, end).equals(chunk)
      : script === DATA_START || parseJson(FILES.exec(script)?.[1]) !== undefined;
    if (!isNext && !ownScripts.has(script)) continue;
    position = end;
    sources.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  }
  return sources;
}
