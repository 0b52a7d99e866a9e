/*
 * What the page cache shares within a process. It is on the global object because its parts are compiled into different
 * files: this server (esbuild), the page cache that Next loads with the first request (esbuild), and the jobs, which are
 * compiled with the shop's other code (Next).
 */
type PageCacheState = {
  /** Expires pages by their tags; set when Next loads the page cache. */
  expireTags?: (tags: Iterable<string>) => void;
  /** Tags that were expired before that. */
  expiredEarly: Set<string>;
  /** While the database is unavailable an expired page is served rather than none. */
  databaseUnavailable: boolean;
  /** Asks the database itself, since an outage is noticed a while after it began; set by the jobs. */
  isDatabaseUp?: () => Promise<boolean>;
  /** Counts expiries, so that stored responses can be dropped after each (server/response-cache.ts). */
  generation: number;
  /** When every page was last expired, in milliseconds since 1970. */
  everythingExpiredAt: number;
  /** Purges pages from the CDN by their tags; set when there is one (server/cdn/start-purging.ts). */
  purge?: (tags: readonly string[]) => void;
  /** Texts of our own inline scripts, which the pages' policies allow. */
  ownScripts: Set<string>;
  /** Pages that were found, found but expired, and not found, and pages that were stored, since the start. */
  counts: { hit: number; stale: number; miss: number; stored: number };
};

declare global {
  var mithaasPageCache: PageCacheState | undefined;
}

export function pageCacheState(): PageCacheState {
  globalThis.mithaasPageCache ??= {
    expiredEarly: new Set(),
    databaseUnavailable: false,
    generation: 0,
    everythingExpiredAt: 0,
    ownScripts: new Set(),
    counts: { hit: 0, stale: 0, miss: 0, stored: 0 },
  };
  return globalThis.mithaasPageCache;
}
