/*
 * The page cache: Next's own, in memory, with four changes (next.config.ts, `cacheHandler`).
 * - A process serves only pages that it has rendered itself: those of the build are made with another APP_URL and other sweets.
 * - Every page carries a strict Content-Security-Policy with the hashes of the inline scripts that Next and we wrote into it.
 * - Pages carry tags of ours, and what they stand for can be expired from outside a request (control.ts).
 * - A render that began before an expiry does not count as fresh after it.
 */
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const path = require("node:path");
const FileSystemCache = require("next/dist/server/lib/incremental-cache/file-system-cache").default;
const { tagsManifest } = require("next/dist/server/lib/incremental-cache/tags-manifest.external");
const { scriptSources } = require("./inline-scripts.cjs");
const { staticPolicy } = require("./policy.cjs");
const { ownTags } = require("./tags.cjs");

const TAGS = "x-next-cache-tags";
/** Renders that may be under way at once before the oldest start is forgotten. */
const MOST_STARTS = 5000;

/** When the render of a key began, from its miss to its storing. @type {Map<string, number>} */
const starts = new Map();
/** @type {{ html: string, data: Buffer } | undefined} */
let notFoundPage;

/** A page of the build with the footer's year of today (copyright in lib/shop.ts). @param {string} text */
function withYear(text) {
  const year = new Intl.DateTimeFormat("en-IN", { year: "numeric", timeZone: "Asia/Kolkata" }).format(Date.now());
  return text.replaceAll(/(?<=© )2025(–\d{4})?(?= )/g, Number(year) > 2025 ? `2025–${year}` : "2025");
}

/** Expires everything that carries one of the tags, at once. @param {Iterable<string>} tags */
function expire(tags) {
  const expired = Date.now();
  for (const tag of tags) tagsManifest.set(tag, { ...tagsManifest.get(tag), expired });
}

// control.ts is compiled, this file is not: they meet on the global object. Next loads this file with the first request.
const shared = (globalThis.mithaasPageCache ??= { away: false, early: new Set(), generation: 0, scripts: new Set() });
shared.expire = expire;
expire(shared.early);
shared.early.clear();

/** Gives an entry its policy and our tags. @param {string} key @param {any} value @param {Buffer} data what React in the browser is given */
function stamp(key, value, data) {
  if (value?.kind !== "APP_PAGE" && value?.kind !== "APP_ROUTE") return;
  const headers = { ...value.headers };
  if (value.kind === "APP_PAGE" && value.html) {
    const html = value.html.toString();
    headers["content-security-policy"] = staticPolicy(scriptSources(html, data, shared.scripts));
    // Next would make one of the whole page for each request; scripts/compression.mjs answers 304.
    headers.etag = `"${createHash("sha1").update(html).digest("base64url")}"`;
  }
  // When a page cannot be rendered again, Next stores the one that it has once more, every few seconds.
  const tags = new Set([...(headers[TAGS]?.split(",") ?? []), ...ownTags(pathOf(key))]);
  if (tags.size > 0) headers[TAGS] = [...tags].join(",");
  value.headers = headers;
}

/** The page's path in a key such as /route-cache/APP_PAGE/<hash>/$/products/jalebi. @param {string} key */
function pathOf(key) {
  const mark = key.indexOf("/$/");
  return mark === -1 ? key : key.slice(mark + 2);
}

/** @param {string} key */
function begin(key) {
  if (starts.has(key)) return;
  if (starts.size >= MOST_STARTS) starts.delete(starts.keys().next().value ?? "");
  // An expiry in the same millisecond counts as later.
  starts.set(key, Date.now() - 1);
}

module.exports = class PageCache extends FileSystemCache {
  /** @param {string} key @param {any} context */
  async get(key, context) {
    const fromBuild = ["APP_PAGE", "APP_ROUTE"].includes(context.kind) && !FileSystemCache.memoryCache?.get(key);
    let entry = fromBuild ? null : await super.get(key, context);
    if (!entry && shared.away) entry = this.kept(key);
    if (!entry) {
      begin(key);
      return null;
    }
    const { revalidate } = entry.cacheControl ?? {};
    if (typeof revalidate === "number" && Date.now() - entry.lastModified > revalidate * 1000) begin(key);
    return entry;
  }

  /** The expired page of a shop without its database, as one that is still good for a while. @param {string} key */
  kept(key) {
    const entry = FileSystemCache.memoryCache?.get(key);
    if (!entry?.value?.headers) return null;
    const { [TAGS]: _, ...headers } = entry.value.headers;
    const value = { ...entry.value, headers };
    return { value, lastModified: Date.now(), cacheControl: { revalidate: 5, expire: undefined } };
  }

  /** The page for unknown addresses: what Next makes of notFound() is blank until its JavaScript has run. */
  notFound() {
    try {
      const file = path.join(this.serverDistDir, "app/_not-found");
      notFoundPage ??= { html: readFileSync(`${file}.html`, "utf8"), data: readFileSync(`${file}.rsc`) };
    } catch {
      // while the shop is built it is not there yet
    }
    if (!notFoundPage) return undefined;
    return { html: withYear(notFoundPage.html), data: Buffer.from(withYear(notFoundPage.data.toString())) };
  }

  /** @param {string} key @param {any} value @param {any} context */
  async set(key, value, context) {
    const start = starts.get(key);
    starts.delete(key);
    // Anybody can ask for what does not exist, as often as there are names: no such answer is kept.
    const missing = value?.status >= 300 && !/\/_(not-found|global-error)$/.test(key);
    const instead = value?.status === 404 && missing && value.kind === "APP_PAGE" ? this.notFound() : undefined;
    if (instead) value.html = instead.html;
    stamp(key, value, instead?.data ?? value?.rscData ?? Buffer.alloc(0));
    if (missing) {
      FileSystemCache.memoryCache?.remove(key);
      return;
    }
    await super.set(key, value, context);
    const stored = FileSystemCache.memoryCache?.get(key);
    if (stored && start !== undefined) stored.lastModified = Math.min(stored.lastModified, start);
  }
};
