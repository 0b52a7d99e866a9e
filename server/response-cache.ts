/*
 * The response cache. It stores two things, both bounded in bytes:
 * - bodies in an encoding, by their ETag: what does not change is compressed once, and a page, which Next stores as text, is
 *   turned into bytes once;
 * - pages: the headers of a response from the page cache, which is sent again for seconds without asking Next. Next needs about
 *   a millisecond to find what it answered to the same address before.
 * docs/decisions/0012-response-cache.md says why this is our own code.
 */
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { LRUCache } from "lru-cache";
import { exportCounter } from "@/lib/metrics";
import { chooseEncoding, type Encoding, isFresh } from "./negotiate";
import { CACHE_STATUS, PAGE_VARIANTS } from "./next/headers";
import { pageCacheState } from "./page-cache/state";

const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** Headers and keys of pages, one or two kilobytes each. Anybody can add words to an address, so there must be a bound. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;
/** How long a page is sent again without asking Next, which looks after the page's own lifetime. */
const PAGE_TTL_MS = 10_000;
const MAX_URL_LENGTH = 512;

/** With one of these a request gets something else than the page at its address. */
const UNCACHEABLE_HEADERS = [...PAGE_VARIANTS, "content-type", "range"];
/** What belongs to one response or one connection. */
const CONNECTION_HEADERS = ["connection", "date", "keep-alive"];

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

// Each is compressed once, in a thread of its own: at quality 9 a page takes some 10 ms.
const compressors = {
  br: (body: Buffer) => brotli(body, { params: { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body: Buffer) => gzip(body, { level: 9 }),
};

type Source = { encoding: keyof typeof compressors; body: () => Buffer };

const bodies = new LRUCache<string, Buffer, Source>({
  maxSize: MAX_BODY_BYTES,
  sizeCalculation: (body, key) => body.length + key.length,
  // Requests that come while a body is being compressed wait for the same one.
  fetchMethod: (_key, _stale, { context: { encoding, body } }) => compressors[encoding](body()),
  // Whoever waits gets it, even when it was evicted meanwhile.
  ignoreFetchAbort: true,
});

/** A body in an encoding, made from `body` when it is not stored. The key says the content, the encoding and the type. */
export function encodedBody(key: string, encoding: Encoding, body: () => Buffer): Buffer | Promise<Buffer> {
  const stored = bodies.get(key);
  if (stored) return stored;
  if (encoding !== "identity") return bodies.forceFetch(key, { context: { encoding, body } });
  const plain = body();
  bodies.set(key, plain);
  return plain;
}

type StoredPage = { headers: OutgoingHttpHeaders; etag: string; bodyKey: string };

const pages = new LRUCache<string, StoredPage>({
  maxSize: MAX_PAGE_BYTES,
  ttl: PAGE_TTL_MS,
  sizeCalculation: ({ headers, bodyKey }, key) => key.length + bodyKey.length + JSON.stringify(headers).length,
});

/** Names of request headers that stored pages vary by: each is part of every key. Few: the code of the pages names them. */
const varyNames = new Set<string>();

let generation = 0;

/** Counts expiries of the page cache. What was rendered before one may show what is no longer true, so each empties the cache. */
function currentGeneration(): number {
  const current = pageCacheState().generation;
  if (current !== generation) {
    generation = current;
    pages.clear();
  }
  return generation;
}

/** What a request asks for, as it came: Next changes its address and its headers. */
export type CacheRequest = { url: string; headers: IncomingHttpHeaders; generation: number };

/** Takes down what a request asks for, when its answer may be stored. To be called when the request arrives. */
export function cacheRequest({ method, headers, url = "" }: IncomingMessage): CacheRequest | undefined {
  const generation = currentGeneration();
  if (method !== "GET" || url.length > MAX_URL_LENGTH) return undefined;
  if (UNCACHEABLE_HEADERS.some((name) => headers[name] !== undefined)) return undefined;
  return { url, headers: { ...headers }, generation };
}

function cacheKey({ url, headers }: CacheRequest): string {
  let key = url;
  for (const name of varyNames)
    key += `\n${name === "accept-encoding" ? chooseEncoding(headers) : (headers[name]?.toString() ?? "")}`;
  return key;
}

const countServed = exportCounter(
  "mithaas_response_cache_total",
  "Requests that the response cache has answered without Next.js.",
  "result",
  ["hit", "not_modified"],
);

/** Answers a request with what was answered a moment ago; false when nothing is stored. */
export function serveCached(asked: CacheRequest, request: IncomingMessage, response: ServerResponse): boolean {
  const page = pages.get(cacheKey(asked));
  if (!page) return false;
  if (isFresh(request, page.etag)) {
    countServed("not_modified");
    const { "content-type": _, "content-length": __, "content-encoding": ___, ...headers } = page.headers;
    response.writeHead(304, headers).end();
    return true;
  }
  const body = bodies.get(page.bodyKey);
  if (!body) return false;
  countServed("hit");
  response.writeHead(200, page.headers).end(body);
  return true;
}

/** Stores a response that is about to be sent, when it is a page from the page cache. `bodyKey` names its body. */
export function store(asked: CacheRequest, response: ServerResponse, bodyKey: string): void {
  const etag = response.getHeader("etag")?.toString();
  // A stale page is sent once more while Next renders the new one.
  if (response.getHeader(CACHE_STATUS) !== "HIT" || response.statusCode !== 200 || !etag) return;
  if (asked.generation !== currentGeneration() || response.hasHeader("set-cookie")) return;
  if (!response.getHeader("content-type")?.toString().startsWith("text/html")) return;
  if (!addVaryNames(response.getHeader("vary")?.toString() ?? "")) return;
  const headers = { ...response.getHeaders() };
  for (const name of CONNECTION_HEADERS) delete headers[name];
  pages.set(cacheKey(asked), { headers, etag, bodyKey });
}

/** Makes what a Vary field names part of the keys; false when nothing can be stored because the response varies by everything. */
function addVaryNames(vary: string): boolean {
  const names = vary
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (names.includes("*")) return false;
  for (const name of names) {
    if (varyNames.has(name)) continue;
    varyNames.add(name);
    pages.clear(); // their keys lack the name
  }
  return true;
}
