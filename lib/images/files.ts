import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

const FILE_NAME = /^[0-9a-f]{20}-(?:320|640|960|1600)\.(avif|webp)$/;

/** Where uploaded pictures lie; those of the first catalogue are in public/media. */
function uploads(): string {
  return path.join(/* turbopackIgnore: true */ path.resolve(env.DATA_DIR), "uploads");
}

/**
 * Writes all of the files or none that anyone could see: whole ones are moved into place, and a full disk
 * (`storage_full`) leaves nothing behind. Names are made from content, so writing a file that is there changes nothing.
 */
export async function writeUploads(files: { name: string; bytes: Buffer }[]): Promise<void> {
  let draft: string | undefined;
  try {
    await mkdir(uploads(), { recursive: true });
    draft = await mkdtemp(path.join(uploads(), ".draft-"));
    for (const file of files) await writeFile(path.join(draft, file.name), file.bytes, { flush: true });
    for (const file of files) await rename(path.join(draft, file.name), path.join(uploads(), file.name));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOSPC" || code === "EDQUOT") {
      throw new AppError("storage_full", "There is no space left to store the picture.");
    }
    throw error;
  } finally {
    if (draft) await rm(draft, { recursive: true, force: true });
  }
}

/** An uploaded derivative by its file name, or null: for any name that is not one we make, nothing is looked up. */
export async function readUpload(name: string): Promise<{ bytes: Buffer<ArrayBuffer>; type: string } | null> {
  const format = FILE_NAME.exec(name)?.[1];
  if (!format) return null;
  try {
    return { bytes: await readFile(path.join(uploads(), name)), type: `image/${format}` };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
