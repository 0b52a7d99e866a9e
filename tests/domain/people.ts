// People who have registered and can sign in, for the tests of accounts and logins.
import { randomBytes } from "node:crypto";
import type { Customer } from "@/lib/auth/actor";
import { login, register, type SessionStart } from "@/lib/people/commands";
import { atOnce } from "../support/database";

export const browser = { kind: "browser", userAgent: "a test" } as const;
export const api = { kind: "api", userAgent: null } as const;
export const PASSWORD = "secret1";
export const address = () => `${randomBytes(6).toString("hex")}@example.com`;

/** Somebody who has registered in a browser, with PASSWORD. */
export async function aMember(start: Partial<SessionStart> = {}) {
  const email = address();
  const { user, token, trustedDevices } = await register(
    { email, password: PASSWORD, name: "Member" },
    { ...browser, ...start },
  );
  return { email, user: user as Customer, token, trustedDevices };
}

/** A login from a browser, with PASSWORD unless another one is given. */
export const signIn = (email: string, start: Partial<SessionStart> = {}, password = PASSWORD) =>
  login({ email, password }, { ...browser, ...start });

/** So many logins with a wrong password at once; what came of each. */
export const wrongLogins = (count: number, email: string | (() => string), start: Partial<SessionStart> = {}) =>
  atOnce(count, () => signIn(typeof email === "string" ? email : email(), start, "wrong-1"));
