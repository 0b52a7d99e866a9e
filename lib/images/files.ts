import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

const FILE_NAME = /^[0-9a-f]{20}-(?:320|640|960|1600)\.(avif|webp)$/;

const dataFolder = (name: string) => path.join(/* turbopackIgnore: true */ path.resolve(env.DATA_DIR), name);

/** Where uploaded pictures lie; those of the first catalogue are in public/media. */
const uploads = () => dataFolder("uploads");

/** Where pictures lie whose sweet has not been saved yet, as they were sent. */
const drafts = () => dataFolder("drafts");
const DRAFT_HOURS = 24;

/** Does `work`; a full disk is `storage_full`. */
async function whileThereIsRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOSPC" || code === "EDQUOT")
      throw new AppError("storage_full", "There is no space left to store the picture.");
    throw error;
  }
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/**
 * Writes all of the files or none that anyone could see: whole ones are moved into place, and a full disk
 * (`storage_full`) leaves nothing behind. Names are made from content, so writing a file that is there changes nothing.
 */
export async function writeUploads(files: { name: string; bytes: Buffer }[]): Promise<void> {
  let draft: string | undefined;
  try {
    await whileThereIsRoom(async () => {
      await mkdir(uploads(), { recursive: true });
      draft = await mkdtemp(path.join(uploads(), ".draft-"));
      for (const file of files) await writeFile(path.join(draft, file.name), file.bytes, { flush: true });
      for (const file of files) await rename(path.join(draft, file.name), path.join(uploads(), file.name));
    });
  } finally {
    if (draft) await rm(draft, { recursive: true, force: true });
  }
}

/** Stores a picture for a form that is about to be sent, under a name that nobody can guess. */
export async function writeDraft(bytes: Buffer): Promise<string> {
  const name = randomUUID();
  await whileThereIsRoom(async () => {
    await mkdir(drafts(), { recursive: true });
    await writeFile(path.join(drafts(), name), bytes);
  });
  return name;
}

/** A stored draft, or null when its time is over. `name` is a UUID. */
export async function readDraft(name: string): Promise<Buffer | null> {
  try {
    return await readFile(path.join(drafts(), name));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Deletes the draft of a form that was saved. */
export const deleteDraft = (name: string) => rm(path.join(drafts(), name), { force: true });

/** Deletes the drafts of forms that were left: those older than a day. */
export async function deleteOldDrafts(now = Date.now()): Promise<void> {
  const names = await readdir(drafts()).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const name of names) {
    const written = await stat(path.join(drafts(), name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    );
    if (now - written > DRAFT_HOURS * 3_600_000) await deleteDraft(name);
  }
}

/** An uploaded derivative by its file name, or null: for any name that is not one we make, nothing is looked up. */
export async function readUpload(name: string): Promise<{ bytes: Buffer<ArrayBuffer>; type: string } | null> {
  const format = FILE_NAME.exec(name)?.[1];
  if (!format) return null;
  try {
    return { bytes: await readFile(path.join(uploads(), name)), type: `image/${format}` };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
