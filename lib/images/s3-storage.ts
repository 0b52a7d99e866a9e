import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/errors";
import { logLine } from "@/lib/http/log";
import { S3Client, type S3Error, type S3Settings } from "./s3-client";
import type { Kind, PictureStorage } from "./storage";

/** Pictures that were read lately: a page shows a dozen, and a network is between. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/** The names that the shop makes; whatever else is under the prefix is not ours. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

const TYPES: Record<string, string> = { avif: "image/avif", webp: "image/webp" };

/** As the shop itself serves them, so that a CDN may read the bucket. */
const headersOf = (kind: Kind, name: string) => ({
  ContentType: TYPES[name.split(".")[1] ?? ""] ?? "application/octet-stream",
  CacheControl: kind === "uploads" ? "public, max-age=31536000, immutable" : "private, no-store",
});

/** What a process has once for a storage: its client and the pictures that were read lately. */
export function connect(settings: S3Settings) {
  const client = new S3Client(settings, (isReached, code) =>
    logLine({
      level: isReached ? "info" : "error",
      where: "picture storage",
      state: isReached ? "back" : "out of reach",
      ...(code ? { code } : {}),
    }),
  );
  const cache = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (bytes, key) => bytes.length + key.length,
    // Those who ask for the same picture at once wait for one request.
    fetchMethod: async (name) => (await client.get(`uploads/${name}`)) ?? undefined,
    // Whoever waits gets it, even when it was evicted meanwhile.
    ignoreFetchAbort: true,
  });
  return { client, cache };
}
export type S3Connection = ReturnType<typeof connect>;

/** Pictures as objects `uploads/…` and `drafts/…` of a bucket. */
export function s3Storage({ client, cache }: S3Connection): PictureStorage {
  return {
    // What was stored before one failed remains: nothing refers to it, and deleting it could take a picture that was there before.
    async write(kind, files) {
      const put = ({ name, bytes }: (typeof files)[0]) => client.put(`${kind}/${name}`, bytes, headersOf(kind, name));
      await Promise.all(files.map(put)).catch(fail);
    },

    async read(kind, name) {
      const asked = kind === "drafts" ? client.get(`${kind}/${name}`) : cache.fetch(name);
      return (await asked.catch(fail)) ?? null;
    },

    async delete(kind, name) {
      if (kind === "uploads") cache.delete(name);
      await client.delete(`${kind}/${name}`).catch(fail);
    },

    async *list(kind) {
      try {
        for await (const file of client.list(`${kind}/`)) if (NAME.test(file.name)) yield file;
      } catch (error) {
        fail(error);
      }
    },
  };
}

/** The failure of a storage as the shop's own: what is to be shown is a text, and what is to be done is in the log. */
function fail(failure: unknown): never {
  // By its name: the client may be of another copy of this module (configured-storage.ts), whose classes are not ours.
  if (!(failure instanceof Error && failure.name === "S3Error")) throw failure;
  const { status, code, message, isFull } = failure as S3Error;
  // That it is away is one line for the whole outage; a refusal is for the operator to see.
  if (status !== 0) logLine({ level: "error", where: "picture storage", code: code || String(status), error: message });
  throw isFull
    ? new AppError("storage_full", "There is no space left to store the picture.")
    : new AppError("service_unavailable", "Pictures cannot be reached right now. Please try again in a moment.", {
        retryAfter: 2,
      });
}
