import { randomUUID } from "node:crypto";
import { env } from "@/lib/env";
import { pictureStorage } from "./configured-storage";

const FILE_NAME = /^[0-9a-f]{20}-(?:320|640|960|1600)\.(avif|webp)$/;

const DRAFT_HOURS = 24;

/** Uploaded pictures and drafts; those of the first catalogue are in public/media. */
const storage = () => pictureStorage(env);

/**
 * Stores all of the files or none that anyone could see. Names are made from content, so writing a file that is there changes
 * nothing. Throws `storage_full` when there is no room and `service_unavailable` when the storage does not answer.
 */
export const writeUploads = (files: { name: string; bytes: Buffer }[]): Promise<void> =>
  storage().write("uploads", files);

/** Deletes a file of a picture that nothing names any more. */
export const deleteUpload = (name: string): Promise<void> => storage().delete("uploads", name);

/** Stores a picture for a form that is about to be sent, as it came, under a name that nobody can guess. */
export async function writeDraft(bytes: Buffer): Promise<string> {
  const name = randomUUID();
  await storage().write("drafts", [{ name, bytes }]);
  return name;
}

/** A stored draft, or null when its time is over. `name` is a UUID. */
export const readDraft = (name: string): Promise<Buffer | null> => storage().read("drafts", name);

/** Deletes the draft of a form that was saved. */
export const deleteDraft = (name: string): Promise<void> => storage().delete("drafts", name);

/** Deletes the drafts of forms that were left: those older than a day. */
export async function deleteOldDrafts(now = Date.now()): Promise<void> {
  for await (const { name, modified } of storage().list("drafts"))
    if (now - modified.getTime() > DRAFT_HOURS * 3_600_000) await deleteDraft(name);
}

/** An uploaded derivative by its file name, or null: for any name that is not one we make, nothing is looked up. */
export async function readUpload(name: string): Promise<{ bytes: Buffer<ArrayBuffer>; type: string } | null> {
  const format = FILE_NAME.exec(name)?.[1];
  const bytes = format ? await storage().read("uploads", name) : null;
  return bytes && { bytes, type: `image/${format}` };
}
