import { and, eq, notExists, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { tryLockPicturesAlone } from "@/db/picture-lock";
import { images, sweets } from "@/db/schema";
import { run } from "@/db/transaction";
import { deleteUpload } from "./files";
import { filesOf } from "./urls";

/**
 * Days for which a picture is kept after its last sweet has left it. Cached pages need minutes; the rest serves a recovery of the database to
 * an earlier moment (docs/recovery.md).
 */
const UNUSED_DAYS = 30;
/** Pictures that one run deletes. */
const MOST_DELETED = 100;

/**
 * Deletes the pictures that no sweet has had for 30 days, files and rows. Deleted sweets keep theirs, since orders show them, and a file
 * without a row stays. A storage must not be shared: a copy of the shop deletes files that the shop needs.
 */
export async function deleteUnusedPictures(db: Executor = readDb()): Promise<void> {
  const isUnused = and(
    sql`${images.lastUsedAt} < now() - ${UNUSED_DAYS}::int * interval '1 day'`,
    notExists(db.select({ one: sql`1` }).from(sweets).where(eq(sweets.imageId, images.id))),
  );
  const unused = await db
    .select({ id: images.id, width: images.width })
    .from(images)
    .where(isUnused)
    .limit(MOST_DELETED);
  for (const image of unused)
    await db.transaction(async (tx) => {
      // Somebody may be uploading the same picture again: its files are written before its sweet has it.
      const [lock] = await run(tryLockPicturesAlone(tx));
      if (!lock?.isAlone) return;
      // The statement right before the files: it throws when the connection was lost, and the lock with it.
      const deleted = await tx
        .delete(images)
        .where(and(eq(images.id, image.id), isUnused))
        .returning({ id: images.id });
      if (deleted.length === 0) return;
      // Before the commit: a row whose files are partly gone is found by the next run. When one fails, the lock is held until all have ended.
      const ends = await Promise.allSettled(filesOf(image).map(deleteUpload));
      for (const end of ends) if (end.status === "rejected") throw end.reason;
    });
}
