import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { apiKeys, users } from "@/db/schema";
import { inTransaction } from "@/db/transaction";
import { type Actor, assertOwnSession } from "@/lib/auth/actor";
import { recordAudit } from "@/lib/auth/audit-log";
import { newKey } from "@/lib/auth/keys";
import { grantable, permissionsOf } from "@/lib/auth/permissions";
import { hashToken } from "@/lib/auth/tokens";
import { AppError, notFound } from "@/lib/errors";
import { findKeyRow } from "./key-queries";
import type { KeyRow } from "./key-responses";
import type { KeyInput } from "./key-schema";

/**
 * Makes a key for another program, and returns its secret, of which only a hash is stored. Throws `invalid` for a permission that no key is
 * given, or that its maker lacks.
 */
export async function createKey(
  actor: Actor,
  { name, permissions, expiresAt }: KeyInput,
  db: Executor,
): Promise<{ row: KeyRow; key: string }> {
  assertOwnSession(actor, "keys:write");
  const possible = grantable(permissionsOf(actor.staff));
  const errors = permissions.flatMap((permission, at) =>
    possible.includes(permission)
      ? []
      : [{ path: `permissions.${at}`, message: `A key cannot be given ${permission}` }],
  );
  if (errors[0]) throw new AppError("invalid", errors[0].message, { errors });
  const key = newKey();
  const tokenHash = hashToken(key);
  return inTransaction(db, async (tx) => {
    const [author] = await tx
      .insert(users)
      .values({ email: `${randomUUID()}@keys.invalid`, name, role: "key" })
      .returning({ id: users.id });
    if (!author) throw new Error("the key was not stored");
    await tx.insert(apiKeys).values({ id: author.id, tokenHash, permissions, madeBy: actor.id, expiresAt });
    await recordAudit(tx, actor, {
      action: "create",
      noun: "keys",
      nounId: author.id,
      text: `made the API key ${name} for ${permissions.join(", ")}`,
    });
    const row = await findKeyRow(author.id, tx);
    if (!row) throw new Error("the key was not stored");
    return { row, key };
  });
}

/** Ends a key at once. Ending it again changes nothing. Throws `not_found`. */
export async function revokeKey(actor: Actor, id: number, db: Executor): Promise<void> {
  assertOwnSession(actor, "keys:write");
  await inTransaction(db, async (tx) => {
    const row = await findKeyRow(id, tx);
    if (!row) throw notFound("There is no such API key.");
    const revoked = await tx
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id });
    if (revoked.length > 0)
      await recordAudit(tx, actor, {
        action: "revoke",
        noun: "keys",
        nounId: id,
        text: `revoked the API key ${row.name}`,
      });
  });
}
