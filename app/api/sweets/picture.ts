import type { Sql } from "@/db/client";
import { notFound } from "@/lib/errors";
import { storeImage } from "@/lib/images/server";

/** Stores the picture of a multipart body; gives its id, or null when none was sent. */
export const storedPicture = async (image: Buffer | null, on: Sql): Promise<string | null> =>
  image && (await storeImage(on, image)).id;

export const sweetNotFound = () => notFound("Sweet not found.");
