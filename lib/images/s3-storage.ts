import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/errors";
import { logLine } from "@/lib/http/log";
import { S3Client, type S3Error, type S3Settings } from "./s3-client";
import type { Kind, PictureStorage, StoredFile } from "./storage";

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
export type S3Connection = { client: S3Client; cache: LRUCache<string, Buffer<ArrayBuffer>> };

export function connect(settings: S3Settings): S3Connection {
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

/** Pictures as objects `uploads/…` and `drafts/…` of a bucket. */
export class S3Storage implements PictureStorage {
  private readonly client: S3Client;
  private readonly cache: S3Connection["cache"];

  constructor({ client, cache }: S3Connection) {
    this.client = client;
    this.cache = cache;
  }

  // What was stored before one failed remains: nothing refers to it, and deleting it could take a picture that was there before.
  async write(kind: Kind, files: { name: string; bytes: Buffer }[]): Promise<void> {
    await expected(
      Promise.all(files.map(({ name, bytes }) => this.client.put(`${kind}/${name}`, bytes, headersOf(kind, name)))),
    );
  }

  async read(kind: Kind, name: string): Promise<Buffer<ArrayBuffer> | null> {
    if (kind === "drafts") return expected(this.client.get(`${kind}/${name}`));
    return (await expected(this.cache.fetch(name))) ?? null;
  }

  async delete(kind: Kind, name: string): Promise<void> {
    if (kind === "uploads") this.cache.delete(name);
    await expected(this.client.delete(`${kind}/${name}`));
  }

  async *list(kind: Kind): AsyncGenerator<StoredFile> {
    const objects = this.client.list(`${kind}/`);
    while (true) {
      const { done, value } = await expected(objects.next());
      if (done) return;
      const { key, ...rest } = value;
      const name = key.slice(kind.length + 1);
      if (NAME.test(name)) yield { name, ...rest };
    }
  }
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
