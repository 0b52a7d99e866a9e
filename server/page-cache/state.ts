/*
 * What the parts of the page cache share, which are in different bundles: this server, the page cache that Next loads with the first
 * request, and the jobs.
 */
import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { onePerProcess } from "@/lib/one-per-process";

/** A body in the encodings that it is stored in. */
export type Bodies = { identity: Buffer; br?: Buffer; gzip?: Buffer };
/** An answer that is sent as it is. */
export type Stored = { headers: Record<string, string>; etag: string; bodies: Bodies };
/** A page by its internal path, until `freshUntil` in milliseconds since 1970. */
export type StoredPage = Stored & { freshUntil: number };

/** The header of a request for a page that another page waits for while it is rendered: it must not wait for that one. */
export const OWN_REQUEST = "x-own-request";

/** In bytes, for the pages that are sent without asking Next.js: some hundred and fifty in each encoding. */
const MAX_PAGE_BYTES = 32 * 1024 * 1024;

type PageCacheState = {
  /** Pages that the server in front sends without asking Next.js. Every expiry empties it, because it does not know their tags. */
  pages: LRUCache<string, StoredPage>;
  /** Expires pages by their tags; set when Next loads the page cache. Before that no page is stored. */
  expireTags?: (tags: Iterable<string>) => void;
  /** While the database is unavailable an expired page is served rather than none. */
  databaseUnavailable: boolean;
  /** Asks the database itself, since an outage is noticed a while after it began; set by the jobs. */
  isDatabaseUp?: () => Promise<boolean>;
  /** Counts expiries, so that what was started before one is not stored after it. */
  generation: number;
  /** When every page was last expired, in milliseconds since 1970. */
  everythingExpiredAt: number;
  /** The value of OWN_REQUEST, which nobody else knows. */
  ownRequest: string;
  /** Texts of our own inline scripts, which the pages' policies allow. */
  ownScripts: Set<string>;
  /** Pages that were found, found but expired, and not found, and pages that were stored, since the start. */
  counts: { hit: number; stale: number; miss: number; stored: number };
};

export const pageCacheState = () =>
  onePerProcess(
    "page cache",
    (): PageCacheState => ({
      pages: new LRUCache<string, StoredPage>({
        maxSize: MAX_PAGE_BYTES,
        sizeCalculation: ({ bodies }) => bodies.identity.length + (bodies.br?.length ?? 0) + (bodies.gzip?.length ?? 0),
      }),
      databaseUnavailable: false,
      generation: 0,
      everythingExpiredAt: 0,
      ownRequest: randomUUID(),
      ownScripts: new Set(),
      counts: { hit: 0, stale: 0, miss: 0, stored: 0 },
    }),
  );
