import { createHash, createHmac } from "node:crypto";
import { and, eq, not, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { idempotencyKeys } from "@/db/schema";
import { built, inTransaction, once, run, together } from "@/db/transaction";
import type { Actor } from "@/lib/auth/actor";
import { hashToken } from "@/lib/auth/tokens";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

/** Hours for which a key gives the first response again. */
export const KEY_HOURS = 24;

/** What is stored of a first response, its body to the byte. What else a response has, such as cookies, is its first caller's alone. */
export type StoredResponse = { status: number; json: string; location?: string };

/**
 * The scope of keys: a user's, or that of a visitor's cart. Null for a visitor without a cart and with a short key: each such call
 * creates a new cart.
 */
export function scopeOf(actor: Actor): string | null {
  if (actor.kind !== "visitor") return `user:${actor.id}`;
  return actor.cartToken ? `cart:${hashToken(actor.cartToken).slice(0, 32)}` : null;
}

/** Keys of this many characters or more cannot be guessed. */
export const UNGUESSABLE_KEY_LENGTH = 16;

/**
 * The secret of the cart that a visitor's first request with this key creates. A retry derives the same secret, and so finds the first
 * response in that cart's scope although the cookie was lost. It needs the key and the same address. Null for a key that is
 * short enough to be guessed.
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

/** The name of a form's submit to which its content belongs: another amount from the same page is another submit. */
export const namedByContent = (name: string, content: object) => `${name}:${requestHash(JSON.stringify(content))}`;

const tryLock = built((tx, { id }: { id: string }) =>
  tx.select({ isLocked: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${id}::text, 0))` }).from(once),
);

const isExpired = sql`${idempotencyKeys.createdAt} <= now() - ${sql.raw(String(KEY_HOURS))} * interval '1 hour'`;

const findStored = built((tx, { scope, key }: { scope: string; key: string }) =>
  tx
    .select({
      requestHash: idempotencyKeys.requestHash,
      status: idempotencyKeys.status,
      response: idempotencyKeys.response,
    })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key), not(isExpired))),
);

type NewKey = typeof idempotencyKeys.$inferInsert;
const storeResponse = built((tx, { scope, key, requestHash, status, response }: NewKey) =>
  tx
    .insert(idempotencyKeys)
    .values({ scope, key, requestHash, status, response })
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key],
      set: {
        requestHash: sql`excluded.request_hash`,
        status: sql`excluded.status`,
        response: sql`excluded.response`,
        createdAt: sql`now()`,
      },
      setWhere: isExpired,
    }),
);

/** Frees a key whose work could not be finished. */
export const forgetKey = (db: Executor, scope: string, key: string) =>
  db.delete(idempotencyKeys).where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)));

/**
 * Runs `work` once for a key, in one transaction with storing its response; the same request again gets that response. A failure
 * stores nothing and frees the key. Throws `idempotency_key_in_use` while the first request is running and `idempotency_key_reused`
 * when the key was used for another request.
 */
export async function withIdempotency(
  db: Executor,
  scope: string,
  key: string,
  requestHash: string,
  work: (tx: Executor) => Promise<StoredResponse>,
): Promise<StoredResponse & { replayed: boolean }> {
  return inTransaction(db, async (tx) => {
    // Two statements, sent together: the second one sees what was committed before the first one got the lock.
    const [[lock], [stored]] = await together(tryLock(tx, { id: `${scope} ${key}` }), findStored(tx, { scope, key }));
    // A stored response is given to everybody, also to two requests at once.
    if (!stored && !lock?.isLocked)
      throw new AppError("idempotency_key_in_use", "A request with this Idempotency-Key is still running.", {
        retryAfter: 1,
      });
    if (stored) {
      if (stored.requestHash !== requestHash)
        throw new AppError("idempotency_key_reused", "This Idempotency-Key was used for another request.");
      return { status: stored.status, ...stored.response, replayed: true };
    }
    const done = await work(tx);
    const response = { json: done.json, location: done.location };
    // The lock, which all instances share, lets nobody else store this key meanwhile.
    await run(storeResponse(tx, { scope, key, requestHash, status: done.status, response }));
    return { ...done, replayed: false };
  });
}
