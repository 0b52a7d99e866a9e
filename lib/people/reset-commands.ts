import { and, eq, gt, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { messages, passwordResets, users } from "@/db/schema";
import { inTransaction } from "@/db/transaction";
import { type Write, writeAtOnce } from "@/db/write-slots";
import type { May } from "@/lib/auth/actor";
import { recordAudit } from "@/lib/auth/audit-log";
import { endSessions } from "@/lib/auth/session";
import { hashToken, newToken } from "@/lib/auth/tokens";
import { AppError, notFound } from "@/lib/errors";
import { consume } from "@/lib/http/limits";
import { hashPassword } from "./password";
import { accountOf } from "./trusted-device";

/** Minutes for which a link to a new password works. */
export const RESET_MINUTES = 60;
/**
 * Links of an account that work at once, the admin's included. Mails of links are never held (lib/messages/constants.ts): this bounds them,
 * and the limit of requests for an address, five an hour from one network. A link that was used makes room for another.
 */
const MAX_LIVE = 3;

/** What everybody reads who asks for a new password, with an account or without. */
export const RESET_REQUESTED = "If this address has an account, a link is on its way.";

const LINK_EXPIRED = "This link is no longer valid. Please ask us for a new one.";

/** A link that exists, has not been used, and has not expired. */
const isLive = (token: string) =>
  and(eq(passwordResets.tokenHash, hashToken(token)), gt(passwordResets.expiresAt, sql`now()`));

/** Reads an account and locks its row, before its links: links of one account are made and used one after the other. */
async function lockAccount(whose: SQL | undefined, tx: Executor) {
  const [account] = await tx.select({ id: users.id, email: users.email }).from(users).where(whose).for("no key update");
  return account;
}

/** The secret of a one-time link of an account. The caller has locked the account. */
export async function addLink(userId: number, tx: Executor): Promise<string> {
  const token = newToken();
  await tx.insert(passwordResets).values({
    tokenHash: hashToken(token),
    userId,
    expiresAt: sql`now() + ${RESET_MINUTES} * interval '1 minute'`,
  });
  return token;
}

/** The secret of a one-time link for a customer, for the admin to hand over; an earlier link stops working. Throws `not_found`. */
export async function createReset(actor: May<"customers:write">, userId: number, db: Executor): Promise<string> {
  return inTransaction(db, async (tx) => {
    const customer = await lockAccount(and(eq(users.id, userId), eq(users.role, "customer")), tx);
    if (!customer) throw notFound("Customer not found.");
    await tx.delete(passwordResets).where(eq(passwordResets.userId, customer.id));
    const text = `made a link to a new password for customer no. ${customer.id}`;
    await recordAudit(tx, actor, { noun: "customers", nounId: customer.id, action: "create link", text });
    return addLink(customer.id, tx);
  });
}

/**
 * The secret of a one-time link for whoever has an account with this address, customer or admin, to be sent to that address and to no
 * other. Null when there is no such account, when it waits for its invitation to be accepted or is switched off, and while MAX_LIVE links of
 * it work: anybody may ask for anybody's link, so one more request neither ends a link nor fills the mailbox, which has links that work.
 */
export const createResetFor = (email: string, db: Executor): Promise<string | null> =>
  inTransaction(db, async (tx) => {
    const account = await lockAccount(and(eq(users.email, email), users.active, isNotNull(users.passwordHash)), tx);
    if (!account) return null;
    const live = await tx.$count(
      passwordResets,
      and(eq(passwordResets.userId, account.id), gt(passwordResets.expiresAt, sql`now()`)),
    );
    return live < MAX_LIVE ? addLink(account.id, tx) : null;
  });

/** Removes a link whose mail has not been sent, so that it is not one of those that work. */
export async function withdrawReset(token: string, db: Executor): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.tokenHash, hashToken(token)));
}

/**
 * Notes that somebody has asked for a new password for this address, once while it waits. The same is done for every address, so that
 * neither answer nor time says whether it has an account; that is looked up when the mail is sent.
 * @param network where the request came from (addressOf of lib/http/limits.ts); throws `rate_limited` after five requests of it for the
 * address in an hour. Others' requests do not count: a stranger could use up the owner's.
 */
export async function requestReset(email: string, network: string, write: Write = writeAtOnce): Promise<void> {
  // Counts name nobody: lib/people/trusted-device.ts does the same for logins.
  const account = accountOf(email);
  await consume("forgot", `${network} ${account}`);
  // An async function: a query that is handed on itself is executed by each `then`.
  await write(async (db) => {
    await db
      .insert(messages)
      .values({ kind: "password_reset", event: `password_reset:${account}`, email })
      // Doing nothing would take less time, and so show that an earlier request still waits, which one for an account does longer.
      .onConflictDoUpdate({ target: messages.event, set: { createdAt: sql`now()` } });
  });
}

/** Whether a link still works, for its page. */
export async function isResetLive(token: string): Promise<boolean> {
  const rows = await readDb().select({ userId: passwordResets.userId }).from(passwordResets).where(isLive(token));
  return rows.length > 0;
}

/**
 * Sets the password that the link was made for, once, and ends every other link of the account, every session and token. `not_found` for
 * a link that does not work.
 * @returns the e-mail address of the account
 */
export async function resetPassword(
  token: string,
  password: string,
  write: Write = writeAtOnce,
): Promise<{ email: string }> {
  // An invented link costs no hash.
  if (!(await isResetLive(token))) throw new AppError("not_found", LINK_EXPIRED);
  const passwordHash = await hashPassword(password);
  return write((db) =>
    inTransaction(db, async (tx) => {
      const owner = tx.select({ id: passwordResets.userId }).from(passwordResets).where(isLive(token));
      const account = await lockAccount(inArray(users.id, owner), tx);
      // Once more under the lock: another link of the account may have been used meanwhile.
      const used = account && (await tx.delete(passwordResets).where(isLive(token)).returning({ one: sql`1` }));
      if (!account || used?.length === 0) throw new AppError("not_found", LINK_EXPIRED);
      await tx.delete(passwordResets).where(eq(passwordResets.userId, account.id));
      await tx.update(users).set({ passwordHash, updatedAt: sql`now()` }).where(eq(users.id, account.id));
      await endSessions(account.id, tx);
      return { email: account.email };
    }),
  );
}
