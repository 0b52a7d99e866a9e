import { driver, type Executor, readDb } from "@/db/client";
import type { Ready } from "@/db/write-slots";
import type { Role, User } from "@/lib/auth/actor";
import { endSession, findSession, startSession } from "@/lib/auth/session";
import { joinCarts } from "@/lib/cart/commands";
import { AppError } from "@/lib/errors";
import { throttledVerify } from "./login-throttle";
import { fits, hashPassword } from "./password";
import type { LoginInput, RegisterInput } from "./schema";
import { countedAs, remember } from "./trusted-device";

/** A person as answers show one. */
export type PersonView = { id: number; name: string; email: string; role: Role };

export const personView = ({ id, name, email, role }: PersonView): PersonView => ({ id, name, email, role });

/**
 * What a session is begun with. `userAgent` names it on /account, `known` is the browser's mark of accounts, `address` whom wrong
 * passwords count for beside the account, `cartToken` the visitor's cart that joins the customer's, `replaces` the session that this
 * browser had before.
 */
export type SessionStart = {
  kind: "browser" | "api";
  userAgent: string | null;
  known?: string | null;
  address?: string | null;
  cartToken?: string | null;
  replaces?: number | null;
};

export const LOGIN_FAILED = "Login failed. Please check your credentials.";

/** Who is signed in, the secret of the session, and the marks of accounts that the browser has from now on. */
export type SignedIn = { user: User; token: string; known: string };

/**
 * Checks e-mail and password; what is left to write signs in. The same text and time for an unknown e-mail and a wrong password.
 * Throws `unauthorized`, and `rate_limited` after 10 wrong passwords for the account or 100 from the address in 15 minutes, even
 * for the right one.
 */
export async function login({ email, password }: LoginInput, start: SessionStart): Promise<Ready<SignedIn>> {
  const { known = null, address } = start;
  const [account] = await driver(readDb())<{ id: number; passwordHash: string }[]>`
    select id, password_hash as "passwordHash" from users where email = ${email}`;
  const suspects = { account: countedAs(email, account?.passwordHash, known), address };
  const right = await throttledVerify(suspects, () => fits(password, account?.passwordHash));
  if (!right || !account) throw new AppError("unauthorized", LOGIN_FAILED);
  return (db) => db.transaction((tx) => begin(account, start, tx));
}

/** Begins a session in a transaction, unless the password is meanwhile another one. */
async function begin(
  { id, passwordHash }: { id: number; passwordHash: string },
  start: SessionStart,
  tx: Executor,
): Promise<SignedIn> {
  // Carts come before accounts in the order of locks.
  if (start.cartToken) await joinCarts({ id }, start.cartToken, tx);
  const token = await startSession(id, start.kind, start.userAgent, tx, passwordHash);
  const user = await findSession(token, tx);
  // The password or the account went while the password was being checked.
  if (!user) throw new AppError("unauthorized", LOGIN_FAILED);
  if (start.replaces) await endSession(start.replaces, tx);
  return { user, token, known: remember(user.email, passwordHash, start.known ?? null) };
}

/** What is left to write makes a customer and signs in: all of it or nothing. It throws `email_taken`. */
export async function register(input: RegisterInput, start: SessionStart): Promise<Ready<SignedIn>> {
  const name = input.name ?? input.email.split("@")[0]?.slice(0, 120) ?? "";
  const passwordHash = await hashPassword(input.password);
  return (db) =>
    db.transaction(async (tx) => {
      const [row] = await driver(tx)`
        insert into users (email, name, password_hash) values (${input.email}, ${name}, ${passwordHash})
        on conflict (email) do nothing returning id`;
      if (!row) throw new AppError("email_taken", "An account with this email already exists.");
      return begin({ id: row.id as number, passwordHash }, start, tx);
    });
}

/** Ends the session: a copied cookie or token is dead at once. */
export async function logout(user: User): Promise<void> {
  await endSession(user.sessionId);
}
