import { asc, gt } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { images } from "@/db/schema";
import { filesOf } from "./urls";

const BATCH = 1000;

/** The file names of every picture that the database knows, those of the first catalogue included. */
export async function* listPictureFiles(db: Executor = readDb()): AsyncGenerator<string> {
  for (let last = ""; ; ) {
    const found = await db
      .select({ id: images.id, width: images.width })
      .from(images)
      .where(gt(images.id, last))
      .orderBy(asc(images.id))
      .limit(BATCH);
    for (const image of found) yield* filesOf(image);
    if (found.length < BATCH) return;
    last = found.at(-1)?.id ?? "";
  }
}
