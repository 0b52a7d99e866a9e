// Where the pictures of a backup go: all of them, or none that was not there before.
import { randomUUID } from "node:crypto";
import { createWriteStream, rmSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PictureStorage } from "@/lib/images/storage";
import { CliError } from "./processes.mjs";
import { sizesOf, TRANSFERS } from "./transfer-pictures";

export type RestoredPictures = {
  /** Takes the next picture of the backup. */
  stage(name: string, body: unknown): Promise<void>;
  /** All of them have come, and the database takes everything else. */
  place(): Promise<void>;
  /** Does `work`; when it fails, pictures that were not there before it go again. */
  unlessFailed<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * They wait in a folder of their own until everything else is right, and those that were not there before go
 * again when the database then refuses. Their names are made from their content, so one that is there is the same picture.
 */
export class ToFolder implements RestoredPictures {
  private readonly placed: string[] = [];
  private readonly waiting: string;

  constructor(private readonly uploads: string) {
    this.waiting = path.join(uploads, `.restore-${randomUUID()}`);
    // Also when the command is interrupted.
    process.once("exit", () => rmSync(this.waiting, { recursive: true, force: true }));
  }

  async stage(name: string, body: unknown): Promise<void> {
    await mkdir(this.waiting, { recursive: true });
    await pipeline(Readable.fromWeb(body as never), createWriteStream(path.join(this.waiting, name)));
  }

  async place(): Promise<void> {
    for (const name of (await readdir(this.waiting).catch(() => [])).sort()) {
      const target = path.join(this.uploads, name);
      if (!(await stat(target).catch(() => undefined))) this.placed.push(target);
      await rename(path.join(this.waiting, name), target);
    }
  }

  async unlessFailed<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      for (const file of this.placed) await rm(file, { force: true });
      throw error;
    } finally {
      await rm(this.waiting, { recursive: true, force: true });
    }
  }
}

/**
 * They go to the storage as they come, as nothing refers to one before the database is committed. One that is there is the same
 * picture and is not written again. In the end the storage lists what was written.
 */
export class ToStorage implements RestoredPictures {
  private readonly written = new Map<string, number>();
  private readonly names = new Set<string>();
  private readonly running = new Set<Promise<void>>();
  private failure: { error: unknown } | undefined;

  private constructor(
    private readonly storage: PictureStorage,
    private readonly there: Map<string, number>,
  ) {}

  static async open(storage: PictureStorage): Promise<ToStorage> {
    return new ToStorage(storage, await sizesOf(storage));
  }

  async stage(name: string, body: unknown): Promise<void> {
    const bytes = Buffer.from(await new Response(body as ReadableStream).arrayBuffer());
    this.names.add(name);
    if (this.there.has(name)) return;
    this.written.set(name, bytes.length);
    const work = this.storage
      .write("uploads", [{ name, bytes }])
      .catch((error) => {
        this.failure ??= { error };
      })
      .finally(() => this.running.delete(work));
    this.running.add(work);
    if (this.running.size >= TRANSFERS) await Promise.race(this.running);
    if (this.failure) throw this.failure.error;
  }

  async place(): Promise<void> {
    await Promise.all(this.running);
    if (this.failure) throw this.failure.error;
    const stored = await sizesOf(this.storage);
    for (const name of this.names)
      if (!stored.has(name) || (this.written.get(name) ?? stored.get(name)) !== stored.get(name))
        throw new CliError(`The storage does not hold the picture ${name} as it was sent. Nothing was changed.`);
  }

  async unlessFailed<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await Promise.all(this.running);
      // What cannot be deleted now is a picture that nothing refers to.
      for (const name of this.written.keys()) await this.storage.delete("uploads", name).catch(() => {});
      throw error;
    }
  }
}
