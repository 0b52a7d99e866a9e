import { and, eq, sql } from "drizzle-orm";
import { type Executor, readDb, writeDb } from "@/db/client";
import { users } from "@/db/schema";
import { inTransaction } from "@/db/transaction";
import { type Write, writeAtOnce } from "@/db/write-slots";
import type { User } from "@/lib/auth/actor";
import { endSession, findSession, startSession } from "@/lib/auth/session";
import { joinCarts } from "@/lib/cart/commands";
import { AppError } from "@/lib/errors";
import { throttledVerify } from "./login-throttle";
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
};

export const LOGIN_FAILED = "Login failed. Please check your credentials.";

/** Who is signed in, the secret of the session, and the browser's new cookie of trusted accounts. */
export type SignedIn = { user: User; token: string; trustedDevices: string };

/**
 * Checks e-mail and password, and signs in. Text and time are the same for an unknown e-mail and a wrong password. Throws
 * `unauthorized`, and `rate_limited` after 10 wrong passwords for the account or 100 from the address in 15 minutes, even for the
 * right password; a trusted browser only after 10 of the account's trusted browsers.
 */
export async function login(
  { email, password }: LoginInput,
  start: SessionStart,
  write: Write = writeAtOnce,
): Promise<SignedIn> {
  const [account] = await readDb()
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    // Staff who are switched off are answered as an address without an account is.
    .where(and(eq(users.email, email), users.active));
  const passwordHash = account?.passwordHash ?? undefined;
  const keys = throttleKeys(email, passwordHash, start);
  const isRight = await throttledVerify(keys, () => verifyPassword(password, passwordHash));
  if (!isRight || !account || passwordHash === undefined) throw new AppError("unauthorized", LOGIN_FAILED);
  return write((db) => inTransaction(db, (tx) => signIn({ id: account.id, passwordHash }, start, tx)));
}

/** Starts a session, unless the password has changed meanwhile: `unauthorized` then. */
export async function signIn(
  { id, passwordHash }: { id: number; passwordHash: string },
  start: SessionStart,
  tx: Executor,
): Promise<SignedIn> {
  // Carts come before accounts in the order of locks.
  if (start.cartToken) await joinCarts({ id, address: start.address ?? undefined }, start.cartToken, tx);
  const token = await startSession(id, start.kind, start.userAgent, tx, passwordHash);
  const user = await findSession(token, tx);
  // The password or the account changed while the password was being checked.
  if (!user) throw new AppError("unauthorized", LOGIN_FAILED);
  if (user.staff) await tx.update(users).set({ lastSeenAt: sql`now()` }).where(eq(users.id, id));
  if (start.replaces) await endSession(start.replaces, tx);
  return { user, token, trustedDevices: trustDevice(user.email, passwordHash, start.trustedDevices ?? null) };
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
export async function logout(user: User, db: Executor = writeDb()): Promise<void> {
  await endSession(user.sessionId, db);
}
