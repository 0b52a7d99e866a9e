import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Executor, readDb } from "@/db/client";
import { invitations, users } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { hasFactor } from "@/lib/auth/second-factor";
import { hashToken } from "@/lib/auth/tokens";
import type { StaffRow } from "./staff-responses";

const selectStaff = (db: Executor, filter?: SQL) =>
  db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      staff: sql<StaffRow["staff"]>`${users.staff}`,
      active: users.active,
      secondFactor: hasFactor(users.id),
      invited: sql<boolean>`${users.passwordHash} is null`,
      lastSeenAt: users.lastSeenAt,
    })
    .from(users)
    .where(and(eq(users.role, "admin"), filter))
    .orderBy(asc(users.id));

/** Everybody who works or worked for the shop, also who is invited and who is switched off, in the order in which they came. */
export async function listStaff(_actor: May<"staff:read">, db = readDb()): Promise<StaffRow[]> {
  return selectStaff(db);
}

/** One of them; undefined for anybody else. The caller has authorised. */
export async function findStaff(id: number, db: Executor): Promise<StaffRow | undefined> {
  const [row] = await selectStaff(db, eq(users.id, id));
  return row;
}

const maker = alias(users, "maker");

/** Whose invitation a link is; undefined when it is unknown, used or old, or whoever made it is switched off. */
export async function findInvitation(token: string, db = readDb()) {
  const [found] = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(invitations)
    .innerJoin(users, and(eq(users.id, invitations.userId), users.active))
    .innerJoin(maker, and(eq(maker.id, invitations.madeBy), maker.active))
    .where(and(eq(invitations.tokenHash, hashToken(token)), gt(invitations.expiresAt, sql`now()`)));
  return found;
}
