import { sql } from "drizzle-orm";
import { withConnection } from "./connection";
import { built, once } from "./transaction";

/*
 * The advisory lock on the pictures of a database. Whoever stores or copies some shares it; whoever deletes some has it alone, and waits for
 * nobody: what cannot be deleted now is deleted by a later run.
 */

const KEY = 7_411_987;
const PICTURES_LOCK = sql.raw(String(KEY));

/** Until the transaction ends no picture is deleted. To be sent before its files are written. */
export const lockPictures = built((tx) =>
  tx.select({ locked: sql`pg_advisory_xact_lock_shared(${PICTURES_LOCK})` }).from(once),
);

/** Whether nobody stores or copies pictures; then nobody does until the transaction ends. */
export const tryLockPicturesAlone = built((tx) =>
  tx.select({ isAlone: sql<boolean>`pg_try_advisory_xact_lock(${PICTURES_LOCK})` }).from(once),
);

/** Does `work` while no picture is deleted, for commands that copy them. */
export const whilePicturesStay = <T>(url: string, work: () => Promise<T>): Promise<T> =>
  withConnection({ url, fetch_types: false }, async (connection) => {
    await connection`select pg_advisory_lock_shared(${KEY}::bigint)`;
    return work();
  });
