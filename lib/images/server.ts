import type { Sql } from "@/db/client";
import { writeUploads } from "./files";
import { derive } from "./pipeline";
import type { ImageView } from "./view";

/**
 * Stores an uploaded picture of a sweet and answers what `sweets.image_id` refers to. The same bytes give the same
 * picture, once. Encoding takes about a second, so call it before a transaction that locks anything. Files come before
 * the row: a row never names a picture that is not there. Throws what `derive` throws, and `storage_full` on a full disk.
 */
export async function storeImage(sql: Sql, bytes: Buffer): Promise<ImageView> {
  const { files, ...view } = await derive(bytes);
  await writeUploads(files);
  await sql`
    insert into images (id, width, height, blur) values (${view.id}, ${view.width}, ${view.height}, ${view.blur})
    on conflict (id) do nothing`;
  return view;
}
