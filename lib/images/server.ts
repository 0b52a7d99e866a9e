import type { db } from "@/db/client";
import { images } from "@/db/schema";
import { writeUploads } from "./files";
import { derive } from "./pipeline";
import type { ImageView } from "./view";

/**
 * Stores an uploaded picture of a sweet and answers what `sweets` refers to. The same bytes give the same picture, once.
 * Encoding takes about a second: call it before a transaction that locks, with `db`. Files come before the row, so that
 * a row never names a picture that is not there. Throws what `derive` throws, and `storage_full` when the disk is full.
 */
export async function storeImage(to: Pick<typeof db, "insert">, bytes: Buffer): Promise<ImageView> {
  const { files, ...view } = await derive(bytes);
  await writeUploads(files);
  await to.insert(images).values(view).onConflictDoNothing();
  return view;
}
