/*
 * Next's own page cache, of which ours is a subclass, its keys and its record of expired tags. None of it is documented: the documentation
 * describes the interface of a `cacheHandler` and leaves the storing, the memory bound and the tags to whoever writes one; and its
 * revalidateTag and updateTag work only inside a request, while pages must also be expired when the database says that a sweet changed.
 * tests/unit/next-contract.test.ts fails when an upgrade changes what is used here.
 */
import FileSystemCache from "next/dist/server/lib/incremental-cache/file-system-cache";
import { tagsManifest } from "next/dist/server/lib/incremental-cache/tags-manifest.external";

type Entry = NonNullable<Awaited<ReturnType<FileSystemCache["get"]>>>;

/** What is read and changed of a stored page or route; a view of Next's own union of types. */
export type StoredValue = {
  kind: string;
  html?: string;
  rscData?: Buffer;
  body?: Buffer;
  status?: number;
  headers?: Record<string, number | string | string[] | undefined>;
};

/** The part that is used of Next's LRU cache, which all instances share: Next makes one for each request. */
type Memory = { get(key: string): Entry | undefined; remove(key: string): void };

export class NextFileSystemCache extends FileSystemCache {
  /** What is in memory under a key, expired or not; does not look at the disk. */
  static stored(key: string): Entry | undefined {
    return memory()?.get(key);
  }

  static remove(key: string): void {
    memory()?.remove(key);
  }
}

function memory(): Memory | undefined {
  // biome-ignore lint/complexity/useLiteralKeys: it is declared private; brackets are TypeScript's way to read it all the same.
  return FileSystemCache["memoryCache"];
}

/** The path of the page that a key of the page cache names, such as /route-cache/APP_PAGE/<hash>/$/products/jalebi. */
export function pathOfKey(key: string): string {
  const mark = key.indexOf("/$/");
  return mark === -1 ? key : key.slice(mark + 2);
}

/** Expires at once whatever carries one of the tags. */
export function expireTags(tags: Iterable<string>): void {
  const expired = Date.now();
  for (const tag of tags) tagsManifest.set(tag, { ...tagsManifest.get(tag), expired });
}
