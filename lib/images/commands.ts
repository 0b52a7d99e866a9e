import type { Executor } from "@/db/client";
import { images } from "@/db/schema";
import { writeUploads } from "./files";
import type { Derived } from "./pipeline";

/**
 * Stores a picture that `derive` made, for `sweets.image_id` to refer to, in the transaction of the write that it belongs to:
 * what is refused stores nothing. The same bytes give the same picture, once. Files come before the row: a row never names a
 * picture that is not there. Throws `storage_full` on a full disk.
 */
export async function storeImage(db: Executor, { files, id, width, height, blur }: Derived): Promise<string> {
  await writeUploads(files);
  await db.insert(images).values({ id, width, height, blur }).onConflictDoNothing({ target: images.id });
  return id;
}
