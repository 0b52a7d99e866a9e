import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { AppError } from "@/lib/errors";
import type { Kind, PictureStorage } from "./storage";

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
const isMissing = (error: unknown) => codeOf(error) === "ENOENT";

/** Pictures in a folder. @param root absolute */
export function folderStorage(root: string): PictureStorage {
  const folder = (kind: Kind) => path.join(/* turbopackIgnore: true */ root, kind);

  return {
    // Whole ones are moved into place: whoever reads meanwhile gets a whole picture, and a full disk leaves nothing behind.
    async write(kind, files) {
      let draft: string | undefined;
      try {
        await mkdir(folder(kind), { recursive: true });
        draft = await mkdtemp(path.join(folder(kind), ".draft-"));
        for (const file of files) await writeFile(path.join(draft, file.name), file.bytes, { flush: true });
        for (const file of files) await rename(path.join(draft, file.name), path.join(folder(kind), file.name));
      } catch (error) {
        if (codeOf(error) === "ENOSPC" || codeOf(error) === "EDQUOT")
          throw new AppError("storage_full", "There is no space left to store the picture.");
        throw error;
      } finally {
        if (draft) await rm(draft, { recursive: true, force: true });
      }
    },

    async read(kind, name) {
      try {
        return await readFile(path.join(folder(kind), name));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    delete: (kind, name) => rm(path.join(folder(kind), name), { force: true }),

    async *list(kind) {
      const names = await readdir(folder(kind)).catch((error) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const name of names.filter((one) => !one.startsWith("."))) {
        const found = await stat(path.join(folder(kind), name)).catch(() => undefined);
        // Another process may have deleted it meanwhile.
        if (found?.isFile()) yield { name, size: found.size, modified: found.mtime };
      }
    },
  };
}
