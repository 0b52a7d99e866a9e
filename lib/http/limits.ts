import { isIPv6 } from "node:net";
import { driver, readDb } from "@/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

/** How often one address (or, for login, one account) may do something: tries and the window in seconds (decisions §2). */
export const limits = {
  login: { max: 10, seconds: 15 * 60 },
  "login-address": { max: 100, seconds: 15 * 60 },
  register: { max: 30, seconds: 10 * 60 },
  contact: { max: 10, seconds: 10 * 60 },
  reserve: { max: 120, seconds: 60 },
  orders: { max: 30, seconds: 60 },
  uploads: { max: 60, seconds: 60 },
} as const;
export type LimitName = keyof typeof limits;

/** What is left of a limit after a try, for the RateLimit fields of an answer. */
export type Allowance = { name: LimitName; max: number; seconds: number; remaining: number; resetsIn: number };

/** One try too many. */
export class RateLimited extends AppError {
  constructor(readonly allowance: Allowance) {
    super("rate_limited", "Too many attempts. Please try again later.", { retryAfter: allowance.resetsIn });
  }
}

/**
 * Whom an address counts for: an IPv4 address for itself, an IPv6 address for its /64, of which whoever has one has all 2^64.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, "");
  if (!isIPv6(plain)) return address;
  // The URL parser writes every form of an address alike, in groups of hexadecimal digits.
  const [left = "", right] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const groups = left.split(":").filter(Boolean);
  const last = right?.split(":").filter(Boolean) ?? [];
  const all = [...groups, ...Array<string>(8 - groups.length - last.length).fill("0"), ...last];
  if (all.slice(0, 6).join() === "0,0,0,0,0,ffff") {
    const [high = 0, low = 0] = all.slice(6).map((group) => Number.parseInt(group, 16));
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return `${all.slice(0, 4).join(":")}::/64`;
}

/** Whom a request counts for, by the address that it came from: server/inspect-request.ts has corrected this field. */
export const addressOf = (headers: Headers) => networkOf(headers.get("x-forwarded-for") ?? "unknown");

/**
 * Counts a try of `who` against a limit, in a fixed window that all instances share. Throws `rate_limited` with `retryAfter`
 * when it was one too many, which itself is not counted. Null when limits are off.
 */
export async function consume(name: LimitName, who: string): Promise<Allowance | null> {
  if (!env.RATE_LIMIT) return null;
  const { max, seconds } = limits[name];
  const [row] = await driver(readDb())`
    insert into rate_limits as r (key, count, resets_at)
    values (${`${name}:${who}`}, 1, now() + ${seconds} * interval '1 second')
    on conflict (key) do update set
      count = case when r.resets_at <= now() then 1 else r.count + 1 end,
      resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end
      where r.resets_at <= now() or r.count < ${max}
    returning count, ceil(extract(epoch from resets_at - now()))::int as resets_in`;
  if (row) return { name, max, seconds, remaining: max - row.count, resetsIn: Math.max(1, row.resets_in) };
  const [full] = await driver(readDb())`
    select ceil(extract(epoch from resets_at - now()))::int as resets_in from rate_limits where key = ${`${name}:${who}`}`;
  throw new RateLimited({ name, max, seconds, remaining: 0, resetsIn: Math.max(1, full?.resets_in ?? 1) });
}

/** Counts a request against a limit of its address. */
export const consumeForAddress = (name: LimitName, headers: Headers) => consume(name, addressOf(headers));

/** Takes a counted try back: a right password is no wrong one. */
export async function refund(name: LimitName, who: string): Promise<void> {
  if (env.RATE_LIMIT)
    await driver(readDb())`update rate_limits set count = greatest(0, count - 1) where key = ${`${name}:${who}`}`;
}
