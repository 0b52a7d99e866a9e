import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Executor, readDb } from "@/db/client";
import { apiKeys, users } from "@/db/schema";
import { built, run } from "@/db/transaction";
import type { ApiKey } from "./actor";
import { permissionsOfKey } from "./permissions";
import { lacksFactor } from "./second-factor";
import { hashToken, newToken } from "./tokens";

const PREFIX = "mth_";

/** The secret of a new key. */
export const newKey = () => PREFIX + newToken();

/** Whether a bearer token is meant as a key, valid or not. */
export const isKey = (token: string) => token.startsWith(PREFIX);

const maker = alias(users, "maker");

const liveKey = built((db, { tokenHash }: { tokenHash: string }) =>
  db
    .select({
      id: apiKeys.id,
      name: users.name,
      given: apiKeys.permissions,
      maker: maker.staff,
      lacksFactor: lacksFactor(maker),
      isUsedLongAgo: sql<boolean>`${apiKeys.lastUsedAt} is null or ${apiKeys.lastUsedAt} < now() - interval '1 minute'`,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.id))
    .innerJoin(maker, and(eq(maker.id, apiKeys.madeBy), maker.active))
    .where(
      and(
        eq(apiKeys.tokenHash, tokenHash),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
      ),
    ),
);

/** The key of a token with what it may do now, or null when it is revoked or expired, or its maker is switched off. */
export async function findKey(token: string, db: Executor = readDb()): Promise<ApiKey | null> {
  const [row] = await run(liveKey(db, { tokenHash: hashToken(token) }));
  if (!row?.maker) return null;
  const { given, maker: kind, isUsedLongAgo, ...key } = row;
  if (isUsedLongAgo) await db.update(apiKeys).set({ lastUsedAt: sql`now()` }).where(eq(apiKeys.id, key.id));
  return { kind: "key", ...key, permissions: permissionsOfKey(given, kind) };
}
