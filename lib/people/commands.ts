import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { users } from "@/db/schema";
import { inTransaction } from "@/db/transaction";
import { type Write, writeAtOnce } from "@/db/write-slots";
import { isStaffMember, type StaffMember, type User } from "@/lib/auth/actor";
import { endSession, findSession, startSession } from "@/lib/auth/session";
import { joinCarts } from "@/lib/cart/commands";
import { AppError } from "@/lib/errors";
import { CODE_WRONG, selectActive, takeCode } from "./code-commands";
import { accountIdOf, isLoginMark, isTrusted, loginMark, trustBrowser } from "./factor-cookies";
import { throttledVerify, WrongCode } from "./login-throttle";
import { hashPassword, verifyPassword } from "./password";
import type { LoginInput, RegisterInput } from "./schema";
import { throttleKeys, trustDevice } from "./trusted-device";

/** A user as responses show one. */
export const toUserView = ({ id, name, email, role }: User) => ({ id, name, email, role });

/** What a session is started with. */
export type SessionStart = {
  kind: "browser" | "api";
  /** Names the session on /account. */
  userAgent: string | null;
  /** The browser's cookie of trusted accounts (trusted-device.ts). */
  trustedDevices?: string | null;
  /** The address that wrong passwords count for, beside the account, and what the cart holds. */
  address?: string | null;
  /** The visitor's cart, which joins the customer's. */
  cartToken?: string | null;
  /** The session that this browser had before, and that ends now. */
  replaces?: number | null;
  /** The browser's cookie of the accounts that trust it (factor-cookies.ts). */
  trustedFactors?: string | null;
};

const CODE_NEEDED = "Please enter the code of your authenticator app, or a recovery code.";
export const LOGIN_FAILED = "Login failed. Please check your credentials.";

/**
 * Who is signed in, the secret of the session, the browser's new cookie of trusted accounts, and with a code the one of the accounts that
 * trust it, for who asks for it.
 */
export type SignedIn = { user: User; token: string; trustedDevices: string; trustedFactors?: string };

type Account = { id: number; email: string; passwordHash: string };

/** The account of somebody who can sign in: it is not switched off, and has a password. */
async function findAccount(whose: SQL): Promise<Account | undefined> {
  const [account] = await readDb()
    .select({ id: users.id, email: users.email, passwordHash: sql<string>`${users.passwordHash}` })
    .from(users)
    .where(and(whose, users.active, isNotNull(users.passwordHash)));
  return account;
}

/**
 * The account that e-mail and password are right for. Text and time are the same for an unknown e-mail, staff who are switched off, and a
 * wrong password.
 */
async function checkCredentials({ email, password }: Omit<LoginInput, "code">, start: SessionStart): Promise<Account> {
  const account = await findAccount(eq(users.email, email));
  const keys = throttleKeys(email, account?.passwordHash, start);
  const isRight = await throttledVerify(keys, () => verifyPassword(password, account?.passwordHash));
  if (!isRight || !account) throw new AppError("unauthorized", LOGIN_FAILED);
  return account;
}

/** Signs in to an account whose password was right. A wrong code counts as a wrong password does. */
function enter(account: Account, code: string | undefined, start: SessionStart, write: Write): Promise<SignedIn> {
  const work = () => write((db) => inTransaction(db, (tx) => signIn(account, start, tx, code)));
  return code === undefined ? work() : throttledVerify(throttleKeys(account.email, account.passwordHash, start), work);
}

/**
 * Checks e-mail and password, and the code where the account has a second factor, and signs in. Throws `unauthorized`; `second_factor` for
 * a code that is missing or wrong; `rate_limited` after 10 wrong passwords or codes for the account or 100 from the address in 15 minutes,
 * even for right ones; a trusted browser only after 10 of the account's trusted browsers.
 */
export async function login(input: LoginInput, start: SessionStart, write: Write = writeAtOnce): Promise<SignedIn> {
  return enter(await checkCredentials(input, start), input.code, start, write);
}

/** The login of the form: where a code is missing, it gives the mark with which the browser sends it (`finishLogin`). */
export async function beginLogin(
  input: Omit<LoginInput, "code">,
  start: SessionStart,
  write: Write = writeAtOnce,
): Promise<SignedIn | { mark: string }> {
  const account = await checkCredentials(input, start);
  try {
    return await enter(account, undefined, start, write);
  } catch (error) {
    if (error instanceof AppError && error.code === "second_factor") return { mark: loginMark(account) };
    throw error;
  }
}

/** The account that a browser's mark of its login stands for; null when its time is over, or the password has changed. */
export async function accountOfMark(mark: string | null): Promise<Account | null> {
  if (!mark) return null;
  const account = await findAccount(eq(users.id, accountIdOf(mark)));
  return account && isLoginMark(mark, account) ? account : null;
}

/** Signs in a browser that has sent the right password before, by the code. Throws as `login` does. @param trust not to be asked again */
export async function finishLogin(
  mark: string | null,
  { code, trust }: { code: string; trust?: "yes" },
  start: SessionStart,
  write: Write = writeAtOnce,
): Promise<SignedIn> {
  const account = await accountOfMark(mark);
  if (!account) throw new AppError("unauthorized", "This took too long. Please sign in again.");
  const { trustedFactors, ...signedIn } = await enter(account, code, start, write);
  return trust ? { ...signedIn, trustedFactors } : signedIn;
}

/** Starts a session, unless the password has changed meanwhile: `unauthorized` then. `second_factor` without the code. */
export async function signIn(
  { id, passwordHash }: { id: number; passwordHash: string },
  start: SessionStart,
  tx: Executor,
  code?: string,
): Promise<SignedIn> {
  // Carts come before accounts in the order of locks.
  if (start.cartToken) await joinCarts({ id, address: start.address ?? undefined }, start.cartToken, tx);
  const token = await startSession(id, start.kind, start.userAgent, tx, passwordHash);
  const user = await findSession(token, tx);
  // The password or the account changed while the password was being checked.
  if (!user) throw new AppError("unauthorized", LOGIN_FAILED);
  // Under the lock of the account, which also whoever switches a factor on takes.
  const trustedFactors = isStaffMember(user) ? await passFactor(user, passwordHash, start, code, tx) : undefined;
  if (user.staff) await tx.update(users).set({ lastSeenAt: sql`now()` }).where(eq(users.id, id));
  if (start.replaces) await endSession(start.replaces, tx);
  const trustedDevices = trustDevice(user.email, passwordHash, start.trustedDevices ?? null);
  return { user, token, trustedDevices, trustedFactors };
}

/** Lets in who needs no code, or has the right one; returns the cookie by which the browser could be trusted then. */
async function passFactor(
  user: StaffMember,
  passwordHash: string,
  { kind, trustedFactors = null }: SessionStart,
  code: string | undefined,
  tx: Executor,
): Promise<string | undefined> {
  const account = { id: user.id, passwordHash };
  const [factor] = await selectActive(user.id, tx);
  if (!factor || (kind === "browser" && isTrusted(trustedFactors, account, factor.secret))) return undefined;
  if (code === undefined) throw new AppError("second_factor", CODE_NEEDED);
  if (!(await takeCode(user, factor.secret, code, tx))) throw new WrongCode("second_factor", CODE_WRONG);
  return trustBrowser(trustedFactors, account, factor.secret);
}

/** Creates a customer and signs in: both or neither. Throws `email_taken`. */
export async function register(
  input: RegisterInput,
  start: SessionStart,
  write: Write = writeAtOnce,
): Promise<SignedIn> {
  const name = input.name ?? input.email.split("@")[0]?.slice(0, 120) ?? "";
  const passwordHash = await hashPassword(input.password);
  return write((db) =>
    inTransaction(db, async (tx) => {
      const [created] = await tx
        .insert(users)
        .values({ email: input.email, name, passwordHash })
        .onConflictDoNothing({ target: users.email })
        .returning({ id: users.id });
      if (!created) throw new AppError("email_taken", "An account with this email already exists.");
      return signIn({ id: created.id, passwordHash }, start, tx);
    }),
  );
}

/** Ends the session: a copied cookie or token is dead at once. */
export async function logout(user: User, db: Executor): Promise<void> {
  await endSession(user.sessionId, db);
}
