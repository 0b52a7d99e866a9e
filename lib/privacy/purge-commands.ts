import { lte, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { deleteInBatches } from "@/db/batches";
import { type Executor, writeDb } from "@/db/client";
import { idempotencyKeys, mailSendings, passwordResets, rateLimits, sessions } from "@/db/schema";
import { KEY_HOURS } from "@/lib/http/idempotency";

const now = sql`now()`;
const ago = (interval: SQL) => sql`now() - ${interval}`;

/**
 * Batches of each table in a run: 20,000 rows every 15 seconds, more than a shop makes. Deleting them takes the database well under a
 * second.
 */
const MOST_BATCHES = 40;

/** Deletes what nobody can use any more: sessions, reset links, idempotency keys, rate limits and counted mails whose time is over. */
export async function purgeExpired(db: Executor = writeDb()): Promise<void> {
  const expired: [PgTable, SQL][] = [
    [sessions, lte(sessions.expiresAt, now)],
    [passwordResets, lte(passwordResets.expiresAt, now)],
    [rateLimits, lte(rateLimits.resetsAt, now)],
    [idempotencyKeys, lte(idempotencyKeys.createdAt, ago(sql`${KEY_HOURS}::int * interval '1 hour'`))],
    [mailSendings, lte(mailSendings.at, ago(sql`interval '1 day'`))],
  ];
  for (const [table, which] of expired) await deleteInBatches(db, MOST_BATCHES, table, which);
}
