import { driver, readDb } from "@/db/client";
import { KEY_HOURS } from "@/lib/http/idempotency";
import { deleteOldDrafts } from "@/lib/images/files";

/**
 * Deletes what nobody can use any more, sessions, reset links, idempotency keys, rate limits and photos of unsaved forms whose time is over, and enquiries
 * a year after they were dealt with, as /privacy promises.
 */
export async function deleteExpired(): Promise<void> {
  await driver(readDb())`
    with ended as (delete from sessions where expires_at <= now()),
      unused as (delete from password_resets where expires_at <= now()),
      answered as (delete from idempotency_keys where created_at <= now() - ${KEY_HOURS} * interval '1 hour'),
      settled as (delete from enquiries where done_at <= now() - interval '1 year')
    delete from rate_limits where resets_at <= now()`;
  await deleteOldDrafts();
}
