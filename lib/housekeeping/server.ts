import { sql } from "@/db/client";
import { KEY_HOURS } from "@/lib/http/idempotency";

/** Deletes what nobody can use any more: sessions, reset links, idempotency keys and rate limits whose time is over. */
export async function deleteExpired(): Promise<void> {
  await sql`
    with ended as (delete from sessions where expires_at <= now()),
      unused as (delete from password_resets where expires_at <= now()),
      answered as (delete from idempotency_keys where created_at <= now() - ${KEY_HOURS} * interval '1 hour')
    delete from rate_limits where resets_at <= now()`;
}
