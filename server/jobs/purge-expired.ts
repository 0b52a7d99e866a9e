import { lte, type SQL, sql } from "drizzle-orm";
import { type Executor, writeDb } from "@/db/client";
import { idempotencyKeys, passwordResets, rateLimits, sessions } from "@/db/schema";
import { KEY_HOURS } from "@/lib/http/idempotency";
import { deleteOldDrafts } from "@/lib/images/files";

const now = sql`now()`;
const ago = (interval: SQL) => sql`now() - ${interval}`;

/**
 * Deletes what nobody can use any more: sessions, reset links, idempotency keys, rate limits and pictures of unsaved forms whose
 * time is over.
 */
export async function purgeExpired(db: Executor = writeDb()): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now));
  await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
  await db.delete(rateLimits).where(lte(rateLimits.resetsAt, now));
  await db
    .delete(idempotencyKeys)
    .where(lte(idempotencyKeys.createdAt, ago(sql`${KEY_HOURS}::int * interval '1 hour'`)));
  await deleteOldDrafts();
}
