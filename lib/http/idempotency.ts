import { createHash, createHmac } from "node:crypto";
import { driver, type Executor } from "@/db/client";
import type { Actor } from "@/lib/auth/actor";
import { hashToken } from "@/lib/auth/tokens";
import { env } from "@/lib/env";
import { AppError, faultCode } from "@/lib/errors";

/** Hours for which a key answers again what it answered first (decisions §5). */
export const KEY_HOURS = 24;

/** What is kept of a first answer, its body to the byte; cookies are not. */
export type StoredResponse = { status: number; json: string; location?: string };

/** Whose keys: a user's, or a visitor's cart's. Null for a visitor without one whose key is short: every such call begins a new cart. */
export function scopeOf(actor: Actor): string | null {
  if (actor.kind === "user") return `user:${actor.id}`;
  return actor.cartToken ? `cart:${hashToken(actor.cartToken).slice(0, 32)}` : null;
}

/** Characters of a key from which on it is no use to guess at it. */
export const UNGUESSABLE_KEY_LENGTH = 16;

/**
 * The secret of the cart that a visitor's first request with this key begins: the same for a retry, which then finds the first answer in
 * that cart's scope although its cookie was lost. Nobody gets it who does not know the key or comes from elsewhere. Null for a key that
 * is short enough to be guessed.
 */
export const firstCartToken = (key: string, address: string): string | null =>
  key.length < UNGUESSABLE_KEY_LENGTH
    ? null
    : createHmac("sha256", env.AUTH_SECRET).update(`first cart:${address}:${key}`).digest("base64url");

/** The Idempotency-Key of a request, or null. Throws `bad_request` for one that is no key. */
export function idempotencyKey(headers: Headers): string | null {
  const key = headers.get("idempotency-key");
  if (key === null) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new AppError("bad_request", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
  return key;
}

export const requestHash = (...parts: (string | Buffer)[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
};

/**
 * Does `work` once for a key, in one transaction with keeping its answer; the same request again gets that answer. A failure
 * keeps nothing and frees the key. Throws `idempotency_key_in_use` while the first is running and `idempotency_key_reused`
 * when the key came with another request.
 */
export async function withIdempotency(
  db: Executor,
  scope: string,
  key: string,
  hash: string,
  work: (db: Executor) => Promise<StoredResponse & { cookies?: string[] }>,
): Promise<StoredResponse & { cookies?: string[]; replayed: boolean }> {
  try {
    return await db.transaction(async (tx) => {
      // The lock first, in a statement of its own: what the second one sees is then the truth.
      const [[lock], [kept]] = await Promise.all([
        driver(tx)`select pg_try_advisory_xact_lock(hashtextextended(${`${scope} ${key}`}, 0)) as got`,
        driver(tx)`select request_hash, status, response from idempotency_keys
           where scope = ${scope} and key = ${key} and created_at > now() - ${KEY_HOURS} * interval '1 hour'`,
      ]);
      // An answer that is kept is given to everybody, also to two who ask for it at once.
      if (!kept && !lock?.got) throw inUse();
      if (kept) {
        if (kept.request_hash !== hash)
          throw new AppError("idempotency_key_reused", "This Idempotency-Key was used for another request.");
        const { json, location } = kept.response as { json: string; location?: string };
        return { status: kept.status as number, json, location, replayed: true };
      }
      const done = await work(tx);
      const response = JSON.stringify({ json: done.json, location: done.location });
      await driver(tx)`
        insert into idempotency_keys (scope, key, request_hash, status, response)
        values (${scope}, ${key}, ${hash}, ${done.status}, ${response}::text::jsonb)
        on conflict (scope, key) do update set request_hash = excluded.request_hash, status = excluded.status,
          response = excluded.response, created_at = now()
          where idempotency_keys.created_at <= now() - ${KEY_HOURS} * interval '1 hour'`;
      return { ...done, replayed: false };
    });
  } catch (error) {
    // Closing the transaction lost the race against another instance's statement on the same key.
    if (faultCode(error) === "23505") throw inUse();
    throw error;
  }
}

const inUse = () =>
  new AppError("idempotency_key_in_use", "A request with this Idempotency-Key is still running.", { retryAfter: 1 });
