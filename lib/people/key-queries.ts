import { desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Executor, readDb } from "@/db/client";
import { apiKeys, users } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import type { KeyRow } from "./key-responses";

const maker = alias(users, "maker");

const selectKeys = (db: Executor, filter?: SQL) =>
  db
    .select({
      id: apiKeys.id,
      name: users.name,
      permissions: apiKeys.permissions,
      expiresAt: apiKeys.expiresAt,
      lastUsedAt: apiKeys.lastUsedAt,
      createdBy: { id: maker.id, name: maker.name },
      revoked: sql<boolean>`${apiKeys.revokedAt} is not null`,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.id))
    .innerJoin(maker, eq(maker.id, apiKeys.madeBy))
    .where(filter)
    .orderBy(desc(apiKeys.id));

/** All keys, the newest first, also those that are revoked or expired: histories name them. */
export async function listKeys(_actor: May<"keys:read">, db = readDb()): Promise<KeyRow[]> {
  return selectKeys(db);
}

/** One key; undefined when there is none. The caller has authorised. */
export async function findKeyRow(id: number, db: Executor): Promise<KeyRow | undefined> {
  const [row] = await selectKeys(db, eq(apiKeys.id, id));
  return row;
}
