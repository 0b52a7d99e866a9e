import { randomUUID } from "node:crypto";
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { type Executor, readDb, writeDb } from "@/db/client";
import { messages, passwordResets, users } from "@/db/schema";
import { type Write, writeAtOnce } from "@/db/write-slots";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { endSessions } from "@/lib/auth/session";
import { hashToken, newToken } from "@/lib/auth/tokens";
import { AppError, notFound } from "@/lib/errors";
import { consume } from "@/lib/http/limits";
import { hashPassword } from "./password";
import { accountOf } from "./trusted-device";

/** Minutes for which a link to a new password works. */
export const RESET_MINUTES = 60;

const LINK_EXPIRED = "This link is no longer valid. Please ask us for a new one.";

/** A link that exists, has not been used, and has not expired. */
const isLive = (token: string) =>
  and(eq(passwordResets.tokenHash, hashToken(token)), gt(passwordResets.expiresAt, sql`now()`));

/** The secret of a one-time link for a customer, for the admin to hand over; an earlier link stops working. Admins only; `not_found`. */
export async function createReset(actor: Actor, userId: number, db: Executor = writeDb()): Promise<string> {
  assertAdmin(actor);
  const token = await storeReset(and(eq(users.id, userId), eq(users.role, "customer")), db);
  if (token === null) throw notFound("Customer not found.");
  return token;
}

/**
 * The secret of a one-time link for whoever has an account with this address, customer or admin, to be sent to that address and to no
 * other; an earlier link stops working. Null when there is no such account.
 */
export const createResetFor = (email: string, db: Executor): Promise<string | null> =>
  storeReset(eq(users.email, email), db);

async function storeReset(whose: SQL | undefined, db: Executor): Promise<string | null> {
  const token = newToken();
  return db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(whose).for("key share");
    if (!user) return null;
    await tx.delete(passwordResets).where(eq(passwordResets.userId, user.id));
    await tx.insert(passwordResets).values({
      tokenHash: hashToken(token),
      userId: user.id,
      expiresAt: sql`now() + ${RESET_MINUTES} * interval '1 minute'`,
    });
    return token;
  });
}

/**
 * Notes that somebody has asked for a new password for this address. The same is done for every address, so that neither answer nor time
 * says whether it has an account; that is looked up when the mail is sent. Throws `rate_limited`, for every address alike.
 */
export async function requestReset(email: string, write: Write = writeAtOnce): Promise<void> {
  // Counts name nobody: lib/accounts/trusted-device.ts does the same for logins.
  await consume("forgot", accountOf(email));
  // An async function: a query that is handed on itself is executed by each `then`.
  await write(async (db) => {
    await db.insert(messages).values({ kind: "password_reset", event: `password_reset:${randomUUID()}`, email });
  });
}

/** Whether a link still works, for its page. */
export async function isResetLive(token: string): Promise<boolean> {
  const rows = await readDb().select({ userId: passwordResets.userId }).from(passwordResets).where(isLive(token));
  return rows.length > 0;
}

/** Sets the password that the link was made for, once, and ends every session and token. `not_found` for a link that does not work. */
export async function resetPassword(token: string, password: string, write: Write = writeAtOnce): Promise<void> {
  // An invented link costs no hash.
  if (!(await isResetLive(token))) throw new AppError("not_found", LINK_EXPIRED);
  const passwordHash = await hashPassword(password);
  await write((db) =>
    db.transaction(async (tx) => {
      const [used] = await tx.delete(passwordResets).where(isLive(token)).returning({ userId: passwordResets.userId });
      if (!used) throw new AppError("not_found", LINK_EXPIRED);
      await tx.update(users).set({ passwordHash, updatedAt: sql`now()` }).where(eq(users.id, used.userId));
      await endSessions(used.userId, tx);
    }),
  );
}
