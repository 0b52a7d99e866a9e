import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { shop } from "@/lib/shop";

/** Seconds for which an app shows a code. */
const PERIOD = 30;
/** Codes as all authenticator apps make them. */
const kind = { issuer: shop.name, algorithm: "SHA1", digits: 6, period: PERIOD };

/** A new secret in base32, as people can type it into an app. */
export const newFactorSecret = (): string => new Secret({ size: 20 }).base32;

/** The address by which an app takes the secret, for a QR code. */
export const factorUri = (secret: string, email: string): string =>
  new TOTP({ ...kind, label: email, secret }).toString();

/** The step of time whose code this is: the present one, the one before or the one after. Null when it is none of theirs. */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const delta = new TOTP({ ...kind, secret }).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}

/** Digits of a recovery code, 80 random bits. Digits alone, because the field shows the keys of a telephone. */
const GROUPS = 6;
const newCode = () => Array.from({ length: GROUPS }, () => String(randomInt(10_000)).padStart(4, "0")).join("-");

/** Ten new recovery codes, such as 4821-0937-5560-1284-7719-3046. */
export const newRecoveryCodes = (): string[] => Array.from({ length: 10 }, newCode);

/** A code without what people type between its digits. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, "");

/** A code of an app; any other is a recovery code. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);
