/*
 * The page cache: Next's own, in memory, with four changes. server/main.ts gives it to Next as `cacheHandler`.
 * - A process serves only pages that it has rendered itself: those of the build know neither APP_URL nor the catalogue.
 * - Every page carries a strict Content-Security-Policy with the hashes of the inline scripts that Next and we wrote into it.
 * - Pages carry tags of ours and can be expired from outside a request (expire.ts). For a CDN they are sent in a header.
 * - A render that began before an expiry does not count as fresh after it.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { staticPolicy } from "@/lib/http/security-headers";
import { tagHeader } from "../cdn/vendors";
import { pathOfKey } from "../next/cache-key";
import { NextFileSystemCache, type StoredValue } from "../next/file-system-cache";
import { CACHE_TAGS } from "../next/headers";
import { scriptSources } from "../next/inline-scripts";
import { expireTags } from "../next/tags-manifest";
import { cdn, host, port } from "../settings";
import { pageCacheState } from "./state";
import { ownTags } from "./tags";

type Context = ConstructorParameters<typeof NextFileSystemCache>[0];
type GetParameters = Parameters<NextFileSystemCache["get"]>;
type SetParameters = Parameters<NextFileSystemCache["set"]>;
type Entry = Awaited<ReturnType<NextFileSystemCache["get"]>>;

/** Renders that may be in progress at once before the oldest start is forgotten. */
const MAX_STARTS = 5000;
/** Seconds for which an expired page is served again while the database is unavailable. */
const UNAVAILABLE_SECONDS = 5;

/** When the render of a key began, from its miss to its storing. */
const renderStarts = new Map<string, number>();

type NotFoundPage = { html: string; data: Buffer; renderedAt: number };
/** The page for unknown addresses, as this process has rendered it last. */
let notFoundPage: NotFoundPage | undefined;
let rendering: Promise<void> | undefined;
/** How long a page that is not there waits for this one. */
const NOT_FOUND_MS = 3000;

const state = pageCacheState();
state.expireTags = expireTags;
expireTags(state.expiredEarly);
state.expiredEarly.clear();

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
      const replacement = isMissing && isPage && page.status === 404 ? await notFound(this.#serverFolder) : undefined;
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
}

/** Gives a page its policy and our tags. `data` is what React in the browser is given. */
function addHeaders(key: string, page: StoredValue, data: Buffer) {
  if (page.kind !== "APP_PAGE" && page.kind !== "APP_ROUTE") return;
  const headers = { ...page.headers };
  if (page.kind === "APP_PAGE" && page.html) {
    const html = page.html.toString();
    headers["content-security-policy"] = staticPolicy(scriptSources(html, data, state.ownScripts));
    // Next would hash the whole page for each request; server/compress-response.ts answers 304.
    headers.etag = `"${createHash("sha1").update(html).digest("base64url")}"`;
  }
  // When a page cannot be rendered again, Next stores the one that it has once more, every few seconds: tags are a set.
  const tags = new Set([...(headers[CACHE_TAGS]?.toString().split(",") ?? []), ...ownTags(pathOfKey(key))]);
  if (tags.size > 0) headers[CACHE_TAGS] = [...tags].join(",");
  if (cdn) {
    const [name, value] = tagHeader(cdn, pathOfKey(key));
    headers[name] = value;
  }
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
  if (renderStarts.has(key)) return;
  if (renderStarts.size >= MAX_STARTS) renderStarts.delete(renderStarts.keys().next().value ?? "");
  // An expiry in the same millisecond counts as later.
  renderStarts.set(key, Date.now() - 1);
}

/** An expired page as one that is good for a few seconds more; without its tags, which say that it expired. */
function expiredEntry(key: string): Entry {
  const entry = NextFileSystemCache.stored(key);
  if (!entry?.value || !("headers" in entry.value) || !entry.value.headers) return null;
  const { [CACHE_TAGS]: _, ...headers } = entry.value.headers;
  const value = { ...entry.value, headers };
  return { value, lastModified: Date.now(), cacheControl: { revalidate: UNAVAILABLE_SECONDS, expire: undefined } };
}

/**
 * The page for unknown addresses, with the facts of today: what Next makes of notFound() is blank until its JavaScript has run. While it
 * cannot be rendered, the last one, or the one that the build has made.
 */
async function notFound(serverFolder: string): Promise<Pick<NotFoundPage, "html" | "data"> | undefined> {
  if (!notFoundPage || notFoundPage.renderedAt <= state.everythingExpiredAt) {
    rendering ??= renderNotFound().finally(() => {
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

/** Asks this server for an address that no route has: Next renders the page only for a request, and `set` takes it down. */
function renderNotFound(): Promise<void> {
  return new Promise((resolve) => {
    http
      .get({ host: host ?? "localhost", port, path: "/no-such-page", timeout: NOT_FOUND_MS }, (response) =>
        response.resume().once("close", resolve),
      )
      .once("timeout", function (this: http.ClientRequest) {
        this.destroy();
      })
      .once("error", () => resolve())
      .once("close", resolve);
  });
}
