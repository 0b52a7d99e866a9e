import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";

// A browser that has signed in to an account has a signed mark of it, so that strangers who guess at the account use up an
// allowance of their own and never lock its owner out. The mark is of the account's password: a new one ends every mark, and all
// browsers that have one share one allowance.

/** Accounts that one browser's cookie remembers. */
const MARKS = 5;

const accountOf = (email: string) => createHash("sha256").update(email).digest("base64url").slice(0, 22);
const markOf = (email: string, passwordHash: string) =>
  createHmac("sha256", env.AUTH_SECRET)
    .update(`known:${accountOf(email)}.${passwordHash}`)
    .digest("base64url")
    .slice(0, 32);

const marksOf = (cookie: string | null) =>
  cookie
    ?.split("~")
    .filter((mark) => /^[\w-]{32}$/.test(mark))
    .slice(0, MARKS) ?? [];

/** Whom a try at a login is counted for: the account and the browsers that it knows, or the account and everybody else. */
export function countedAs(email: string, passwordHash: string | undefined, cookie: string | null): string {
  const account = accountOf(email);
  // An account that is not there has no mark; it takes as long to see.
  const mark = Buffer.from(markOf(email, passwordHash ?? ""));
  const isKnown = marksOf(cookie).some((given) => timingSafeEqual(Buffer.from(given), mark));
  return isKnown && passwordHash !== undefined ? `${account}:known` : account;
}

/** The cookie after a login to this account: its mark first, other accounts' after it. */
export function remember(email: string, passwordHash: string, cookie: string | null): string {
  const mark = markOf(email, passwordHash);
  return [mark, ...marksOf(cookie).filter((other) => other !== mark)].slice(0, MARKS).join("~");
}
