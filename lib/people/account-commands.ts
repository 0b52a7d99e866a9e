import { and, eq, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { idempotencyKeys, orders, passwordResets, sessions, users } from "@/db/schema";
import { inTransaction } from "@/db/transaction";
import { type Write, writeAtOnce } from "@/db/write-slots";
import { type Actor, assertUser, type Customer, type User } from "@/lib/auth/actor";
import { type AuditEntry, recordAudit } from "@/lib/auth/audit-log";
import { endSessions, startSession } from "@/lib/auth/session";
import { lockCart, removeLines } from "@/lib/cart/cart-row";
import { invalid, notFound } from "@/lib/errors";
import type { SessionStart } from "./commands";
import { type ThrottleKeys, throttledVerify } from "./login-throttle";
import { hashPassword, verifyPassword } from "./password";
import { companyWhileOpen, removePersonFromAccounts, removePersonFromOrders } from "./privacy-commands";
import { throttleKeys, trustDevice } from "./trusted-device";

/** Ends one of the actor's own sessions; `not_found` for anybody else's. */
export async function endOwnSession(actor: Actor, sessionId: number, db: Executor): Promise<void> {
  assertUser(actor);
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, actor.id)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw notFound("Session not found.");
}

const ownAccount = ({ id }: User, action: string, text: string): AuditEntry => ({
  noun: "staff",
  nounId: id,
  action,
  text,
});

export async function changeName(actor: Actor, name: string, db: Executor): Promise<void> {
  assertUser(actor);
  await inTransaction(db, async (tx) => {
    await tx.update(users).set({ name, updatedAt: sql`now()` }).where(eq(users.id, actor.id));
    await recordAudit(tx, actor, ownAccount(actor, "change name", `is called ${name} from now on`));
  });
}

const wrongPassword = (path: string) => invalid(path, "This password is not correct.");

/** What a wrong password or code counts for, as at a login. */
export type Attempt = Pick<SessionStart, "trustedDevices" | "address">;

/**
 * The hash that a password was right for, and what a wrong code that comes with it counts for. A wrong password counts as one at a login
 * does: `invalid`, and `rate_limited` after too many.
 */
export async function checkPassword(user: User, password: string, path: string, attempt: Attempt) {
  const { hash, keys } = await attemptOf(user, attempt);
  const isRight = await throttledVerify(keys, () => verifyPassword(password, hash));
  if (!isRight || hash === undefined) throw wrongPassword(path);
  return { hash, keys };
}

/** What a wrong password or code of somebody who is signed in counts for. */
export async function attemptOf(user: User, attempt: Attempt): Promise<{ hash?: string; keys: ThrottleKeys }> {
  const [row] = await readDb().select({ hash: users.passwordHash }).from(users).where(eq(users.id, user.id));
  const hash = row?.hash ?? undefined;
  return { hash, keys: throttleKeys(user.email, hash, attempt) };
}

/**
 * Sets a new password and ends every session, token and reset link. Returns the secret of the new session for this browser, and its
 * cookie of trusted accounts. `invalid` when the current password is wrong, `rate_limited` after too many wrong ones.
 */
export async function changePassword(
  actor: Actor,
  current: string,
  next: string,
  start: Pick<SessionStart, "userAgent"> & Attempt,
  write: Write = writeAtOnce,
): Promise<{ token: string; trustedDevices: string }> {
  assertUser(actor);
  const { hash: before } = await checkPassword(actor, current, "currentPassword", start);
  const passwordHash = await hashPassword(next);
  return write((db) =>
    inTransaction(db, async (tx) => {
      const changed = await tx
        .update(users)
        .set({ passwordHash, updatedAt: sql`now()` })
        .where(and(eq(users.id, actor.id), eq(users.passwordHash, before)))
        .returning({ id: users.id });
      // Another request has changed it in between.
      if (changed.length === 0) throw wrongPassword("currentPassword");
      await endSessions(actor.id, tx);
      await tx.delete(passwordResets).where(eq(passwordResets.userId, actor.id));
      await recordAudit(tx, actor, ownAccount(actor, "change password", "changed the own password"));
      const token = await startSession(actor.id, "browser", start.userAgent, tx);
      return { token, trustedDevices: trustDevice(actor.email, passwordHash, start.trustedDevices ?? null) };
    }),
  );
}

/**
 * Deletes the account: sessions, messages and cart are deleted (its holds return to stock); orders, payments and documents stay without the
 * person, but for documents that need the name.
 * `invalid` when the password is wrong, `rate_limited` after 10 wrong ones. Not for admins, whom the owner manages by command.
 */
export async function deleteAccount(
  actor: Customer,
  password: string,
  attempt: Attempt = {},
  write: Write = writeAtOnce,
): Promise<void> {
  await checkPassword(actor, password, "password", attempt);
  await write((db) => inTransaction(db, (tx) => erase(actor, tx)));
}

async function erase(user: User, tx: Executor): Promise<void> {
  // The cart is created when there is none, and locked: whoever would create it, or order, waits for this transaction. Then
  // orders, then sweets, in the order of locks that every write follows.
  const cart = await lockCart(tx, { userId: user.id, tokenHash: null });
  const removePerson = () => removePersonFromOrders(eq(orders.userId, user.id), tx, companyWhileOpen);
  await removePerson();
  await removeLines(tx, cart.id, { reason: "release", userId: null });
  // An order that looked for a cart before this one existed refers to the account: this lock waits until it is complete.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("update");
  await removePerson();
  await removePersonFromAccounts(user, tx);
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.scope, `user:${user.id}`));
  await tx.delete(users).where(eq(users.id, user.id));
}
