import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";

/*
 * What a browser keeps of a login with a second factor, signed and for a time: after the right password, whom it asks the code of; after the
 * code, that it is not asked again. A mark is bound to what it must end with: the password, and for a trusted browser the factor.
 */

/** Seconds between the password and the code. */
export const LOGIN_SECONDS = 10 * 60;
/** Seconds for which a browser is trusted. */
export const TRUST_SECONDS = 30 * 24 * 60 * 60;
/** Accounts that trust one browser, such as that of the counter. */
const MAX_ACCOUNTS = 5;

/** The account as the mark needs it: with the hash of its password. */
type Account = { id: number; passwordHash: string };

const sign = (purpose: "login" | "trusted", id: number, expires: number, boundTo: string) =>
  `${id}.${expires}.${createHmac("sha256", env.AUTH_SECRET).update(`${purpose}:${id}.${expires}.${boundTo}`).digest("base64url")}`;

/** Whether a mark is what `sign` makes, and its time is not over. */
function isSigned(mark: string, purpose: "login" | "trusted", id: number, boundTo: string): boolean {
  const expires = Number(mark.split(".")[1]);
  const [given, right] = [Buffer.from(mark), Buffer.from(sign(purpose, id, expires, boundTo))];
  return expires > Date.now() / 1000 && given.length === right.length && timingSafeEqual(given, right);
}

const expiryAfter = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** Whose mark it says that it is. Nothing is checked yet. */
export const accountIdOf = (mark: string): number => Number(/^(\d{1,9})\./.exec(mark)?.[1] ?? 0);

/** The mark of a browser that has sent the right password and is asked for the code. */
export const loginMark = ({ id, passwordHash }: Account) => sign("login", id, expiryAfter(LOGIN_SECONDS), passwordHash);

export const isLoginMark = (mark: string, { id, passwordHash }: Account) => isSigned(mark, "login", id, passwordHash);

const marksOf = (cookie: string | null) => cookie?.split("~").slice(0, MAX_ACCOUNTS) ?? [];
const boundTo = ({ passwordHash }: Account, factor: string) => `${passwordHash}.${factor}`;

/** Whether the account trusts the browser with this cookie. @param factor the secret of its factor as it is stored, which no other has */
export const isTrusted = (cookie: string | null, account: Account, factor: string) =>
  marksOf(cookie).some((mark) => isSigned(mark, "trusted", account.id, boundTo(account, factor)));

/** The cookie of a browser that the account trusts from now on: its mark first, those of other accounts after it. */
export function trustBrowser(cookie: string | null, account: Account, factor: string): string {
  const mark = sign("trusted", account.id, expiryAfter(TRUST_SECONDS), boundTo(account, factor));
  const others = marksOf(cookie).filter((other) => accountIdOf(other) !== account.id);
  return [mark, ...others].slice(0, MAX_ACCOUNTS).join("~");
}
