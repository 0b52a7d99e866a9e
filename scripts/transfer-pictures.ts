import { readdir } from "node:fs/promises";
import path from "node:path";
import { withConnection } from "@/db/connection";
import type { PictureStorage } from "@/lib/images/storage";
import { filesOf } from "@/lib/images/urls";
import { root } from "./install.mjs";
import { CliError } from "./processes.mjs";

/** Pictures that are on their way at once: each waits for the network, and is some 50 KB. */
const TRANSFERS = 8;

type PictureFile = { name: string; bytes: Buffer };

/** Every picture that is stored, one after the other. */
export async function* readPictures(storage: PictureStorage): AsyncGenerator<PictureFile> {
  for (const names of batchesOf([...(await sizesOf(storage)).keys()]))
    yield* await Promise.all(names.map((name) => readPicture(storage, name)));
}

async function readPicture(storage: PictureStorage, name: string): Promise<PictureFile> {
  const bytes = await storage.read("uploads", name);
  if (!bytes) throw new Error(`The picture ${name} was deleted while it was being read`);
  return { name, bytes };
}

function batchesOf(names: string[]): string[][] {
  const count = Math.ceil(names.length / TRANSFERS);
  return Array.from({ length: count }, (_, i) => names.slice(i * TRANSFERS, (i + 1) * TRANSFERS));
}

/** The names and sizes of what is stored: some 100 bytes of memory for each picture. */
export async function sizesOf(storage: PictureStorage): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { name, size } of storage.list("uploads")) sizes.set(name, size);
  return sizes;
}

/**
 * Looks up every file of every picture that a database has a row of. Missing is what is not
 * stored, or stored empty, and no part of the sample catalogue.
 */
export async function checkPictures(url: string, storage: PictureStorage) {
  // Before the storage: a picture is stored before a row names it.
  const rows = await withConnection(
    { url },
    (sql) => sql<{ id: string; width: number }[]>`select id, width from images order by id`,
  );
  const files = rows.flatMap(filesOf);
  const [stored, samples] = [await sizesOf(storage), new Set(await readdir(path.join(root, "public/media")))];
  const missing = files.filter((name) => !stored.get(name) && !samples.has(name));
  return { pictures: rows.length, files: files.length, missing };
}

/**
 * Copies every picture that is not there yet, or there with another size, then compares the lists of both. Names are made from
 * content, so it may be repeated and broken off at any time.
 */
export async function copyPictures(from: PictureStorage, to: PictureStorage): Promise<{ copied: number; all: number }> {
  const there = await sizesOf(to);
  const wanted = await sizesOf(from);
  const missing = [...wanted].filter(([name, size]) => there.get(name) !== size).map(([name]) => name);
  for (const names of batchesOf(missing))
    await Promise.all(names.map(async (name) => to.write("uploads", [await readPicture(from, name)])));
  const stored = await sizesOf(to);
  const wrong = [...wanted].filter(([name, size]) => stored.get(name) !== size);
  if (wrong.length > 0) throw new Error(`${wrong.length} pictures did not arrive whole, such as ${wrong[0]?.[0]}`);
  return { copied: missing.length, all: wanted.size };
}

/**
 * Puts the pictures of a backup where pictures are: all of them, or none that was not there before. They are written as they come, as
 * nothing refers to one before the database is committed. Names are made from content, so one that is there is the same picture and is
 * not written again. In the end the storage lists what was written.
 */
export class RestoredPictures {
  private readonly written = new Map<string, number>();
  private readonly names = new Set<string>();
  private next: PictureFile[] = [];

  /** @param there the names and sizes of what is stored already */
  constructor(
    private readonly storage: PictureStorage,
    private readonly there: Map<string, number>,
  ) {}

  /** Takes the next picture of the backup. */
  async add(name: string, body: unknown): Promise<void> {
    const bytes = Buffer.from(await new Response(body as ReadableStream).arrayBuffer());
    this.names.add(name);
    if (this.there.has(name)) return;
    this.written.set(name, bytes.length);
    this.next.push({ name, bytes });
    if (this.next.length === TRANSFERS) await this.write();
  }

  /** Writes those that have come, and throws when one is not stored, but only after the last of them has ended. */
  private async write() {
    const writes = this.next.splice(0).map((file) => this.storage.write("uploads", [file]));
    for (const result of await Promise.allSettled(writes)) if (result.status === "rejected") throw result.reason;
  }

  /** Stores the last of them, and throws when the storage does not list all. */
  async finish(): Promise<void> {
    await this.write();
    const stored = await sizesOf(this.storage);
    for (const name of this.names)
      if (!stored.has(name) || (this.written.get(name) ?? stored.get(name)) !== stored.get(name))
        throw new CliError(`The storage does not hold the picture ${name} as it was sent. Nothing was changed.`);
  }

  /** Does `work`; when it fails, pictures that were not there before it go again. */
  async unlessFailed<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // What cannot be deleted now is a picture that nothing refers to.
      for (const name of this.written.keys()) await this.storage.delete("uploads", name).catch(() => {});
      throw error;
    }
  }
}
