import { sql } from "@/db/client";
import type { Role, User } from "@/lib/auth/actor";
import { endSession, findSession, startSession } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import { consume, refund } from "@/lib/http/limits";
import type { LoginInput, RegisterInput } from "./input";
import { countedAs } from "./known";
import { fits, hashPassword } from "./password";

/** A person as answers show one. */
export type PersonView = { id: number; name: string; email: string; role: Role };

export const personView = ({ id, name, email, role }: PersonView): PersonView => ({ id, name, email, role });

/** What a session is begun with: `known` is the browser's mark of accounts, `userAgent` names it on /account. */
export type SessionStart = { kind: "browser" | "api"; userAgent: string | null; known?: string | null };

export const LOGIN_FAILED = "Login failed. Please check your credentials.";

/**
 * Signs in by e-mail and password. The same text and time for an unknown e-mail and a wrong password.
 * Throws `unauthorized`, and `rate_limited` after 10 wrong passwords in 15 minutes, even for the right one.
 */
export async function login(input: LoginInput, start: SessionStart): Promise<{ user: User; token: string }> {
  const who = countedAs(input.email, start.known ?? null);
  await consume("login", who);
  const [row] = await sql`select id, password_hash from users where email = ${input.email}`;
  if (!(await fits(input.password, row?.password_hash as string | undefined)))
    throw new AppError("unauthorized", LOGIN_FAILED);
  await refund("login", who);
  return begin(row?.id as number, start);
}

async function begin(userId: number, { kind, userAgent }: SessionStart) {
  const token = await startSession(userId, kind, userAgent);
  const user = await findSession(token);
  // The account went between the two statements.
  if (!user) throw new AppError("unauthorized", LOGIN_FAILED);
  return { user, token };
}

/** Makes a customer and signs in. Throws `email_taken`. */
export async function register(input: RegisterInput, start: SessionStart): Promise<{ user: User; token: string }> {
  const name = input.name ?? input.email.split("@")[0]?.slice(0, 120) ?? "";
  const passwordHash = await hashPassword(input.password);
  const [row] = await sql`
    insert into users (email, name, password_hash) values (${input.email}, ${name}, ${passwordHash})
    on conflict (email) do nothing returning id`;
  if (!row) throw new AppError("email_taken", "An account with this email already exists.");
  return begin(row.id as number, start);
}

/** Ends the session: a copied cookie or token is dead at once. */
export async function logout(user: User): Promise<void> {
  await endSession(user.sessionId);
}
