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
  contentType: TYPES[name.split(".")[1] ?? ""] ?? "application/octet-stream",
  cacheControl: kind === "uploads" ? "public, max-age=31536000, immutable" : "private, no-store",
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
      await expected(
        Promise.all(files.map(({ name, bytes }) => client.put(`${kind}/${name}`, bytes, headersOf(kind, name)))),
      );
    },

    async read(kind, name) {
      if (kind === "drafts") return expected(client.get(`${kind}/${name}`));
      return (await expected(cache.fetch(name))) ?? null;
    },

    async delete(kind, name) {
      if (kind === "uploads") cache.delete(name);
      await expected(client.delete(`${kind}/${name}`));
    },

    async *list(kind) {
      const objects = client.list(`${kind}/`);
      while (true) {
        const { done, value } = await expected(objects.next());
        if (done) return;
        const { key, ...rest } = value;
        const name = key.slice(kind.length + 1);
        if (NAME.test(name)) yield { name, ...rest };
      }
    },
  };
}

/** The client may be of another copy of this module (configured-storage.ts), whose classes are not ours. */
const isS3Error = (error: unknown): error is S3Error => error instanceof Error && error.name === "S3Error";

/** The failure of a storage as the shop's own: what is to be shown is a text, and what is to be done is in the log. */
async function expected<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isS3Error(error)) throw error;
    // That it is away is one line for the whole outage; a refusal is for the operator to see.
    if (error.status !== 0)
      logLine({
        level: "error",
        where: "picture storage",
        code: error.code || String(error.status),
        error: error.message,
      });
    throw error.isFull
      ? new AppError("storage_full", "There is no space left to store the picture.")
      : new AppError("service_unavailable", "Pictures cannot be reached right now. Please try again in a moment.", {
          retryAfter: 2,
        });
  }
}
