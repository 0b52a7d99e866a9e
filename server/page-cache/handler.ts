/*
 * The page cache: Next's own, in memory, with five changes. server/main.ts gives it to Next as `cacheHandler`.
 * - A process serves only pages that it has rendered itself: those of the build know neither APP_URL nor the catalogue.
 * - Every page carries a strict Content-Security-Policy with the hashes of the inline scripts that Next and we wrote into it.
 * - Pages carry tags of ours and can be expired from outside a request (expire.ts).
 * - The server in front is given each page that is fresh, with its encodings, and sends it without asking again (server/stored.ts).
 * - A render that began before an expiry does not count as fresh after it.
 */
import { readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { LRUCache } from "lru-cache";
import { etagOf } from "@/lib/http/etag";
import { staticPolicy } from "@/lib/http/security-headers";
import { CACHE_STATUS, CACHE_TAGS, PAGE_VARY, pathTag } from "../next/headers";
import { scriptSources } from "../next/inline-scripts";
import { expireTags, NextFileSystemCache, pathOfKey, type StoredValue } from "../next/page-cache";
import { commonHeaders, defaultPolicy } from "../refusals";
import { host, port } from "../settings";
import { PUBLIC_PAGE } from "../shared-caches";
import { encode } from "../stored";
import { type Bodies, OWN_REQUEST, pageCacheState } from "./state";
import { ownTags, pathWithoutPack } from "./tags";

type Context = ConstructorParameters<typeof NextFileSystemCache>[0];
type GetParameters = Parameters<NextFileSystemCache["get"]>;
type SetParameters = Parameters<NextFileSystemCache["set"]>;
type Entry = Awaited<ReturnType<NextFileSystemCache["get"]>>;

/** Renders that may be in progress at once before the oldest start is forgotten. */
const MAX_STARTS = 5000;
/** Seconds for which an expired page is served again while the database is unavailable. */
const UNAVAILABLE_SECONDS = 5;

/** When the render of a key began, from its miss to its storing. */
const renderStarts = new LRUCache<string, number>({ max: MAX_STARTS });

type NotFoundPage = { html: string; data: Buffer; renderedAt: number };
/** The page for unknown addresses, as this process has rendered it last. */
let notFoundPage: NotFoundPage | undefined;
let rendering: Promise<void> | undefined;
/** How long an answer waits for another page that stands in for it. */
const STAND_IN_MS = 3000;

const state = pageCacheState();
state.expireTags = expireTags;

export default class PageCache extends NextFileSystemCache {
  readonly #serverFolder: string;

  constructor(context: Context) {
    super(context);
    this.#serverFolder = context.serverDistDir;
  }

  override async get(...[key, context]: GetParameters): Promise<Entry> {
    const kind: string = context.kind;
    const isPage = kind === "APP_PAGE" || kind === "APP_ROUTE";
    const onlyInBuild = isPage && !NextFileSystemCache.stored(key);
    let entry = onlyInBuild ? null : await super.get(key, context);
    // A render that fails would be answered with 500 although there is a page: an expired one is better.
    if (!entry && NextFileSystemCache.stored(key) && !(await isDatabaseUp())) entry = expiredEntry(key);
    if (!entry) {
      if (isPage) state.counts.miss++;
      rememberStart(key);
      return null;
    }
    const { revalidate } = entry.cacheControl ?? {};
    const isStale = typeof revalidate === "number" && Date.now() - entry.lastModified > revalidate * 1000;
    if (isPage) state.counts[isStale ? "stale" : "hit"]++;
    if (isStale) rememberStart(key);
    else if (isPage) void storePage(pathOfKey(key), entry);
    return entry;
  }

  override async set(...[key, value, context]: SetParameters): Promise<void> {
    const start = renderStarts.get(key);
    renderStarts.delete(key);
    const page: StoredValue | null = value;
    if (page) {
      // Anybody can ask for what does not exist, as often as there are names: no such answer is stored.
      const isMissing = (page.status ?? 200) >= 300 && !/\/_(not-found|global-error)$/.test(key);
      const isPage = page.kind === "APP_PAGE";
      const isUnknown = isMissing && isPage && page.status === 404;
      if (isUnknown && (await this.#standIn(key, page))) return;
      const replacement = isUnknown ? await notFound(this.#serverFolder) : undefined;
      if (isPage && pathOfKey(key) === "/_not-found" && page.html && page.rscData)
        notFoundPage = { html: page.html.toString(), data: page.rscData, renderedAt: start ?? 0 };
      if (replacement) page.html = replacement.html;
      addHeaders(key, page, replacement?.data ?? page.rscData ?? Buffer.alloc(0));
      if (isMissing) return NextFileSystemCache.remove(key);
    }
    await super.set(key, value, context);
    if (page) state.counts.stored++;
    const stored = NextFileSystemCache.stored(key);
    if (stored && start !== undefined) stored.lastModified = Math.min(stored.lastModified, start);
  }

  /** A pack that a sweet does not have gets the sweet's page as it is, and nothing is stored for it: anybody can make up packs. */
  async #standIn(key: string, page: StoredValue): Promise<boolean> {
    const path = pathOfKey(key);
    const plainPath = pathWithoutPack(path);
    if (plainPath === path) return false;
    const plainKey = key.slice(0, -path.length) + plainPath;
    const read = () => this.get(plainKey, { kind: "APP_PAGE", isFallback: false } as GetParameters[1]);
    let plain = await read();
    if (!plain) {
      await render(plainPath);
      // The sweet may have been changed while its page was rendered: the page is shown once, and nothing is stored.
      plain = (await read()) ?? expiredEntry(plainKey);
    }
    NextFileSystemCache.remove(key);
    const value: StoredValue | null = plain?.value ?? null;
    if (!value) return false;
    Object.assign(page, value, { status: 200, headers: { ...value.headers } });
    return true;
  }
}

/** Bodies of stored pages, so that each is compressed once, however often it becomes ready again after an expiry of other pages. */
const encoded = new WeakMap<object, Promise<Bodies>>();

/** Has the server in front send a page without asking Next.js, until the page is stale or something expires. */
async function storePage(path: string, { value, lastModified, cacheControl }: NonNullable<Entry>): Promise<void> {
  const page: StoredValue | null = value;
  const { revalidate, expire } = cacheControl ?? {};
  // One that is stale stays until its successor takes its place.
  if ((state.pages.get(path)?.freshUntil ?? 0) > Date.now()) return;
  const text = page && textOf(page);
  if (!text || !page.headers?.etag || (page.status ?? 200) !== 200) return;
  if (typeof revalidate !== "number" || expire === undefined) return;
  const { generation } = state;
  let bodies = encoded.get(page);
  if (!bodies) encoded.set(page, (bodies = encode(Buffer.from(text))));
  const { [CACHE_TAGS]: _, etag, ...own } = page.headers;
  const stored = {
    headers: {
      ...commonHeaders,
      ...defaultPolicy,
      "content-type": "text/html; charset=utf-8",
      ...(own as Record<string, string>),
      "cache-control": PUBLIC_PAGE,
      vary: `${PAGE_VARY}, Accept-Encoding`,
      [CACHE_STATUS]: "HIT",
    },
    etag: String(etag),
    bodies: await bodies,
    freshUntil: lastModified + revalidate * 1000,
  };
  if (generation === state.generation) state.pages.set(path, stored);
}

/** What the server in front may send as it is: the HTML of a page, and the JSON of a route. */
function textOf({ kind, html, body, headers }: StoredValue): string | undefined {
  if (kind === "APP_PAGE") return html?.toString();
  return String(headers?.["content-type"]).startsWith("application/json") ? body?.toString() : undefined;
}

/** Gives a page its policy and our tags. `data` is what React in the browser is given. */
function addHeaders(key: string, page: StoredValue, data: Buffer) {
  if (page.kind !== "APP_PAGE" && page.kind !== "APP_ROUTE") return;
  const headers = { ...page.headers };
  const text = textOf(page);
  if (text && page.html) headers["content-security-policy"] = staticPolicy(scriptSources(text, data, state.ownScripts));
  // Weak: it is the same in every encoding.
  if (text) headers.etag = etagOf(text);
  const internalPath = pathOfKey(key);
  const path = pathWithoutPack(internalPath);
  const ofPlain = path === internalPath ? [] : [pathTag(path)];
  // When a page cannot be rendered again, Next stores the one that it has once more, every few seconds: tags are a set.
  const tags = new Set([...(headers[CACHE_TAGS]?.toString().split(",") ?? []), ...ofPlain, ...ownTags(path)]);
  if (tags.size > 0) headers[CACHE_TAGS] = [...tags].join(",");
  page.headers = headers;
}

let asking: Promise<boolean> | undefined;

/** Many pages expire at once, and one question is enough for all of them. */
async function isDatabaseUp(): Promise<boolean> {
  if (state.databaseUnavailable) return false;
  asking ??= (state.isDatabaseUp?.() ?? Promise.resolve(true)).finally(() => {
    asking = undefined;
  });
  return asking;
}

function rememberStart(key: string) {
  // An expiry in the same millisecond counts as later.
  if (!renderStarts.has(key)) renderStarts.set(key, Date.now() - 1);
}

/** An expired page as one that is good for a few seconds more; without its tags, which say that it expired. */
function expiredEntry(key: string): Entry {
  const entry = NextFileSystemCache.stored(key);
  if (!entry?.value || !("headers" in entry.value) || !entry.value.headers) return null;
  const { [CACHE_TAGS]: _, ...headers } = entry.value.headers;
  const value = { ...entry.value, headers };
  return { value, lastModified: Date.now(), cacheControl: { revalidate: UNAVAILABLE_SECONDS, expire: undefined } };
}

/** An address that no route has. */
const NO_ROUTE = "/no-such-page";

/**
 * The page for unknown addresses, with the facts of today: what Next makes of notFound() is blank until its JavaScript has run. While it
 * cannot be rendered, the last one, or the one that the build has made.
 */
async function notFound(serverFolder: string): Promise<Pick<NotFoundPage, "html" | "data"> | undefined> {
  if (!notFoundPage || notFoundPage.renderedAt <= state.everythingExpiredAt) {
    rendering ??= render(NO_ROUTE).finally(() => {
      rendering = undefined;
    });
    await rendering;
  }
  if (notFoundPage) return notFoundPage;
  try {
    const file = path.join(serverFolder, "app/_not-found");
    return { html: readFileSync(`${file}.html`, "utf8"), data: readFileSync(`${file}.rsc`) };
  } catch {
    return undefined; // the build has none
  }
}

/** Asks this server for a page, which Next renders only for a request; `set` takes it down. */
function render(address: string): Promise<void> {
  return new Promise((resolve) => {
    const headers = { [OWN_REQUEST]: state.ownRequest };
    const options = { host: host ?? "localhost", port, path: address, headers, timeout: STAND_IN_MS };
    const request = http.get(options, (response) => response.resume());
    request.once("timeout", () => request.destroy());
    request.once("error", () => {}); // what is missing stays missing
    request.once("close", resolve);
  });
}
