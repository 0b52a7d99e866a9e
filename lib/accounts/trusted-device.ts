import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";

// A browser that has signed in to an account stores a signed mark of it, so that strangers who guess at the account use up an
// allowance of their own and never lock its owner out. The mark depends on the account's password: a new password makes every mark
// invalid. All browsers with a valid mark share one allowance.

/** Accounts that one browser's cookie holds. */
const MAX_ACCOUNTS = 5;

export const accountOf = (email: string) => createHash("sha256").update(email).digest("base64url").slice(0, 22);
const markOf = (email: string, passwordHash: string) =>
  createHmac("sha256", env.AUTH_SECRET)
    .update(`known:${accountOf(email)}.${passwordHash}`)
    .digest("base64url")
    .slice(0, 32);

const marksOf = (cookie: string | null) =>
  cookie
    ?.split("~")
    .filter((mark) => /^[\w-]{32}$/.test(mark))
    .slice(0, MAX_ACCOUNTS) ?? [];

/** The key that an attempt to log in is counted under: one for the account's trusted browsers, and one for everybody else. */
export function throttleKey(email: string, passwordHash: string | undefined, cookie: string | null): string {
  const account = accountOf(email);
  // An account that does not exist has no mark, but the comparison takes as long.
  const mark = Buffer.from(markOf(email, passwordHash ?? ""));
  const isTrusted = marksOf(cookie).some((candidate) => timingSafeEqual(Buffer.from(candidate), mark));
  return isTrusted && passwordHash !== undefined ? `${account}:known` : account;
}

/** The browser's cookie after a login to this account: its mark first, those of other accounts after it. */
export function trustDevice(email: string, passwordHash: string, cookie: string | null): string {
  const mark = markOf(email, passwordHash);
  return [mark, ...marksOf(cookie).filter((other) => other !== mark)].slice(0, MAX_ACCOUNTS).join("~");
}
