import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";

// A browser that has signed in to an account keeps a signed mark of it, so that strangers who guess at the account
// use up an allowance of their own and never lock its owner out (decisions §2).

/** Accounts that one browser's cookie remembers. */
const MARKS = 5;

const accountOf = (email: string) => createHash("sha256").update(email).digest("base64url").slice(0, 22);
const sign = (text: string) =>
  createHmac("sha256", env.AUTH_SECRET).update(`known:${text}`).digest("base64url").slice(0, 32);

const marksOf = (cookie: string | null) => cookie?.split("~").slice(0, MARKS) ?? [];

/** Whom a try at a login is counted for: the account and a browser that it knows, or the account and everybody else. */
export function countedAs(email: string, cookie: string | null): string {
  const account = accountOf(email);
  for (const mark of marksOf(cookie)) {
    const [device, signature] = mark.split(".");
    if (!device || !signature) continue;
    const expected = sign(`${account}.${device}`);
    if (signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
      return `${account}:${device}`;
  }
  return account;
}

/** The cookie after a login to this account: its mark first, older accounts' after it. */
export function remember(email: string, cookie: string | null): string {
  if (countedAs(email, cookie) !== accountOf(email) && cookie) return cookie;
  const device = randomBytes(12).toString("base64url");
  return [`${device}.${sign(`${accountOf(email)}.${device}`)}`, ...marksOf(cookie)].slice(0, MARKS).join("~");
}
