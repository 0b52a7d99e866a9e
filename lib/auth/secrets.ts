import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/lib/env";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

const key = () => Buffer.from(hkdfSync("sha256", env.AUTH_SECRET, "", "stored secrets", 32));

/** A secret that must be read again, as the database stores it: AES-256-GCM with a key that is made from AUTH_SECRET. */
export function encrypt(text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key(), iv);
  return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** What was encrypted. Throws when it was encrypted under another AUTH_SECRET, or changed. */
export function decrypt(stored: string): string {
  const bytes = Buffer.from(stored, "base64url");
  const decipher = createDecipheriv(CIPHER, key(), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString("utf8");
}
