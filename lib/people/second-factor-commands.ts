import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { recoveryCodes, secondFactors, sessions, users } from "@/db/schema";
import { inTransaction, run, together } from "@/db/transaction";
import { type Write, writeAtOnce } from "@/db/write-slots";
import { type Actor, assertOwnSession, type StaffMember } from "@/lib/auth/actor";
import { type Command, insertAudit, recordAudit } from "@/lib/auth/audit-log";
import { authorText } from "@/lib/auth/author";
import { encrypt } from "@/lib/auth/secrets";
import { hashToken } from "@/lib/auth/tokens";
import { AppError, notFound } from "@/lib/errors";
import { type Attempt, attemptOf, checkPassword } from "./account-commands";
import { CODE_WRONG, isActive, selectActive, stepOfStored, takeCode } from "./code-commands";
import { throttledVerify, WrongCode } from "./login-throttle";
import { factorUri, newFactorSecret, newRecoveryCodes, plainCode } from "./second-factor-rules";

/*
 * The second factor of a member of staff: an authenticator app, and recovery codes for when it is lost. Each command locks the
 * account, as a login does.
 */

const wrongCode = () => new WrongCode("invalid", CODE_WRONG, { errors: [{ path: "code", message: CODE_WRONG }] });

const lockAccount = (userId: number, tx: Executor) =>
  tx
    .select({ person: authorText(users) })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");

const entry = (action: string, nounId: number) => ({ action, noun: "staff", nounId }) as const;

/** How many recovery codes an account has left; null without a second factor. */
export async function recoveryCodesLeft(userId: number, db: Executor = readDb()): Promise<number | null> {
  const left = db.$count(recoveryCodes, eq(recoveryCodes.userId, secondFactors.userId));
  const [factor] = await db.select({ left }).from(secondFactors).where(isActive(userId));
  return factor?.left ?? null;
}

/**
 * Makes the secret for an app. It is asked for at logins once a code of it has confirmed it; until then another one can be made. Staff
 * only; `invalid` for a wrong password, `conflict` while a factor is active.
 */
export async function beginFactor(
  actor: StaffMember,
  password: string,
  attempt: Attempt = {},
  write: Write = writeAtOnce,
) {
  await checkPassword(actor, password, "password", attempt);
  const plain = newFactorSecret();
  const secret = encrypt(plain);
  const [pending] = await write((db) =>
    run(
      db
        .insert(secondFactors)
        .values({ userId: actor.id, secret })
        .onConflictDoUpdate({
          target: secondFactors.userId,
          set: { secret, createdAt: sql`now()` },
          setWhere: isNull(secondFactors.confirmedAt),
        })
        .returning({ userId: secondFactors.userId }),
    ),
  );
  if (!pending) throw alreadyActive();
  return { secret: plain, uri: factorUri(plain, actor.email) };
}

const alreadyActive = () => new AppError("conflict", "A second factor is active already. Switch it off first.");

/**
 * Switches the factor on by the first code of the app, ends the actor's other sessions, and returns the recovery codes. Staff only;
 * `invalid` for a wrong code, and when no set-up was started; `conflict` while a factor is active.
 */
export async function confirmFactor(
  actor: StaffMember,
  code: string,
  attempt: Attempt = {},
  write: Write = writeAtOnce,
): Promise<{ recoveryCodes: string[] }> {
  const codes = newRecoveryCodes();
  const { keys } = await attemptOf(actor, attempt);
  const confirm = async (tx: Executor) => {
    const [, [factor]] = await together(
      lockAccount(actor.id, tx),
      tx
        .select({ secret: secondFactors.secret, confirmedAt: secondFactors.confirmedAt })
        .from(secondFactors)
        .where(eq(secondFactors.userId, actor.id)),
    );
    if (factor?.confirmedAt) throw alreadyActive();
    const lastStep = factor ? stepOfStored(factor.secret, plainCode(code)) : null;
    if (lastStep === null) throw wrongCode();
    await together(
      tx.update(secondFactors).set({ confirmedAt: sql`now()`, lastStep }).where(eq(secondFactors.userId, actor.id)),
      tx.insert(recoveryCodes).values(codes.map((one) => ({ userId: actor.id, codeHash: hashToken(plainCode(one)) }))),
      tx.delete(sessions).where(and(eq(sessions.userId, actor.id), ne(sessions.id, actor.sessionId))),
      insertAudit(tx, actor, { ...entry("create", actor.id), text: "set up a second factor" }),
    );
  };
  await throttledVerify(keys, () => write((db) => inTransaction(db, confirm)));
  return { recoveryCodes: codes };
}

/** Switches the factor off. Staff only; `invalid` for a wrong password or code, and when there is none. */
export async function switchFactorOff(
  actor: StaffMember,
  { password, code }: { password: string; code: string },
  attempt: Attempt = {},
  write: Write = writeAtOnce,
): Promise<void> {
  const { keys } = await checkPassword(actor, password, "password", attempt);
  const switchOff = async (tx: Executor) => {
    const [, [factor]] = await together(lockAccount(actor.id, tx), selectActive(actor.id, tx));
    if (!factor || !(await takeCode(actor, factor.secret, code, tx))) throw wrongCode();
    await together(
      tx.delete(secondFactors).where(eq(secondFactors.userId, actor.id)),
      insertAudit(tx, actor, { ...entry("delete", actor.id), text: "switched their second factor off" }),
    );
  };
  await throttledVerify(keys, () => write((db) => inTransaction(db, switchOff)));
}

/** Switches the factor of another member of staff off, who has lost the phone. `forbidden` for the actor's own, `not_found`. */
export async function resetFactor(actor: Actor, userId: number, db: Executor): Promise<void> {
  assertOwnSession(actor, "staff:write");
  if (actor.id === userId) throw new AppError("forbidden", "Only another owner can do this.");
  if (!(await removeFactor(actor, userId, db))) throw notFound("This account has no second factor.");
}

/** The same for a command; false when there is no such factor. */
export async function removeFactorOf(email: string, db: Executor = readDb()): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email.trim().toLowerCase()));
  return user !== undefined && removeFactor({ kind: "command", name: "npm run second-factor" }, user.id, db);
}

const removeFactor = (by: Actor | Command, userId: number, db: Executor): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const [[account], [removed]] = await together(
      lockAccount(userId, tx),
      tx.delete(secondFactors).where(isActive(userId)).returning({ userId: secondFactors.userId }),
    );
    if (!account || !removed) return false;
    const text = `switched the second factor of ${account.person} off`;
    await recordAudit(tx, by, { ...entry("reset", userId), text });
    return true;
  });
