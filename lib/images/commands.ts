import { eq, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { lockPictures } from "@/db/picture-lock";
import { images } from "@/db/schema";
import { run } from "@/db/transaction";
import { writeUploads } from "./files";
import type { Derived } from "./pipeline";

/**
 * Stores a picture that `derive` made, for `sweets.image_id` to refer to, in the transaction of the write that it belongs to:
 * what is refused stores nothing. The same bytes give the same picture, once. Files come before the row: a row never names a
 * picture that is not there. Throws `storage_full` on a full disk.
 */
export async function storeImage(db: Executor, { files, id, width, height, blur }: Derived): Promise<string> {
  await run(lockPictures(db));
  await writeUploads(files);
  await db.insert(images).values({ id, width, height, blur }).onConflictDoNothing({ target: images.id });
  return id;
}

/** Notes that a sweet does not have a picture any more, in the transaction in which it gets another one or none (./unused-commands.ts). */
export const leaveImage = (db: Executor, id: string) =>
  db.update(images).set({ lastUsedAt: sql`now()` }).where(eq(images.id, id));
