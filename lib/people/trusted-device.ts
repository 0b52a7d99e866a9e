import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import type { ThrottleKeys } from "./login-throttle";

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

/**
 * What a wrong password counts for. That of a trusted browser counts for the allowance of the account's trusted browsers and for nothing
 * else: many people share the address of a mobile carrier, and strangers among them who guess must not lock such a browser out. That of any
 * other browser or program counts for the account, whoever tries, and for the address that it comes from.
 */
export function throttleKeys(
  email: string,
  passwordHash: string | undefined,
  { trustedDevices = null, address }: { trustedDevices?: string | null; address?: string | null },
): ThrottleKeys {
  const account = accountOf(email);
  // An account that does not exist has no mark, but the comparison takes as long.
  const mark = Buffer.from(markOf(email, passwordHash ?? ""));
  const isTrusted = marksOf(trustedDevices).some((candidate) => timingSafeEqual(Buffer.from(candidate), mark));
  return isTrusted && passwordHash !== undefined ? { account: `${account}:known` } : { account, address };
}

/** The browser's cookie after a login to this account: its mark first, those of other accounts after it. */
export function trustDevice(email: string, passwordHash: string, cookie: string | null): string {
  const mark = markOf(email, passwordHash);
  return [mark, ...marksOf(cookie).filter((other) => other !== mark)].slice(0, MAX_ACCOUNTS).join("~");
}
