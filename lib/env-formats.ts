import { z } from "zod";

/* What values of the environment look like (lib/env.ts). */

export const onOff = (fallback: "on" | "off") =>
  z
    .stringbool({
      truthy: ["on", "true", "1"],
      falsy: ["off", "false", "0"],
      error: "is neither on nor off; accepted: on or off (also true, 1, false, 0)",
    })
    .default(fallback === "on");

/** An absolute http(s) address without path, query or user: what a browser calls an origin. */
export const isOrigin = (text: string) => URL.canParse(text) && /^https?:\/\/[^/?#@]+$/i.test(text);

export const origin = z
  .string()
  .trim()
  .transform((text) => text.replace(/\/$/, ""))
  .refine(isOrigin, "is not an origin; accepted: scheme, host and port alone, such as https://shop.example")
  .transform((text) => new URL(text).origin);

export const isEncryptionKey = (text: string) =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && [16, 24, 32].includes(Buffer.from(text, "base64").length);

/** The address of a database, or nothing, which means `unset`. */
export const database = (unset: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^postgres(ql)?:\/\/./.test(text),
      `is not a PostgreSQL address; accepted: postgres://user:password@host:5432/database, or ${unset}`,
    )
    .optional();

/** A mail server alone: whatever else stands in an address would be ignored without a word. */
export function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (!/^smtps?:$/.test(url.protocol) || !url.hostname) return false;
  if (!["", "/"].includes(url.pathname) || url.search || url.hash || (url.password && !url.username)) return false;
  try {
    decodeURIComponent(url.username + url.password);
    return true;
  } catch {
    return false;
  }
}

/** "orders@shop.example" or "Mithaas <orders@shop.example>": the name and the address. Null when it is neither. */
export function parseSender(text: string): { name: string | null; address: string } | null {
  const [, quoted, plain, inBrackets, alone] =
    /^(?:(?:"([^"\\\p{Cc}]+)"|([^"<>,\p{Cc}]*?))\s*<([^<>\s]+)>|([^<>\s]+))$/u.exec(text.trim()) ?? [];
  const address = inBrackets ?? alone;
  if (address === undefined || address.length > 254 || !z.email().safeParse(address).success) return null;
  return { name: quoted ?? (plain || null), address };
}
