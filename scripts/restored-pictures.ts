import type { PictureStorage } from "@/lib/images/storage";
import { CliError } from "./processes.mjs";
import { sizesOf, TRANSFERS } from "./transfer-pictures";

/**
 * Puts the pictures of a backup where pictures are: all of them, or none that was not there before. They are written as they come, as
 * nothing refers to one before the database is committed. Names are made from content, so one that is there is the same picture and is
 * not written again. In the end the storage lists what was written.
 */
export class RestoredPictures {
  private readonly written = new Map<string, number>();
  private readonly names = new Set<string>();
  private readonly running = new Set<Promise<void>>();
  private failure: { error: unknown } | undefined;

  private constructor(
    private readonly storage: PictureStorage,
    private readonly there: Map<string, number>,
  ) {}

  static async open(storage: PictureStorage): Promise<RestoredPictures> {
    return new RestoredPictures(storage, await sizesOf(storage));
  }

  /** Takes the next picture of the backup. */
  async add(name: string, body: unknown): Promise<void> {
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

  /** Waits until all that have come are stored, and throws when one is not. */
  async finish(): Promise<void> {
    await Promise.all(this.running);
    if (this.failure) throw this.failure.error;
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
      await Promise.all(this.running);
      // What cannot be deleted now is a picture that nothing refers to.
      for (const name of this.written.keys()) await this.storage.delete("uploads", name).catch(() => {});
      throw error;
    }
  }
}
