import type { Sql } from "@/db/client";
import { writeUploads } from "./files";
import { derive } from "./pipeline";
import type { ImageView } from "./view";

/**
 * Makes an uploaded picture of a sweet into its files, and answers what `keepImage` keeps. Takes about a second, so call it
 * before whatever locks anything. Throws what `derive` throws, and `storage_full` on a full disk.
 */
export async function prepareImage(bytes: Buffer): Promise<ImageView> {
  const { files, ...view } = await derive(bytes);
  await writeUploads(files);
  return view;
}

/**
 * Keeps a picture whose files are there, for `sweets.image_id` to refer to. The same bytes give the same picture, once. Files
 * come before the row: a row never names a picture that is not there.
 */
export async function keepImage(on: Sql, { id, width, height, blur }: ImageView): Promise<string> {
  await on`insert into images (id, width, height, blur) values (${id}, ${width}, ${height}, ${blur}) on conflict (id) do nothing`;
  return id;
}
