import { eq, lt, or, sql } from "drizzle-orm";
import { leaveStandby, readDb } from "@/db/client";
import { rateLimits } from "@/db/schema";
import { built, run } from "@/db/transaction";
import { addressOf } from "@/lib/addresses";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

/**
 * How often one address may do something, for login one account, for forgot one address for one e-mail: attempts and the window in
 * seconds.
 */
export const limits = {
  login: { max: 10, seconds: 15 * 60 },
  "login-address": { max: 100, seconds: 15 * 60 },
  forgot: { max: 5, seconds: 60 * 60 },
  "forgot-address": { max: 20, seconds: 60 * 60 },
  register: { max: 30, seconds: 10 * 60 },
  contact: { max: 10, seconds: 10 * 60 },
  reserve: { max: 120, seconds: 60 },
  orders: { max: 30, seconds: 60 },
  payments: { max: 30, seconds: 10 * 60 },
  key: { max: 600, seconds: 60 },
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

const resetsIn = sql<number>`ceil(extract(epoch from ${rateLimits.resetsAt} - now()))::int`;
const hasReset = sql`${rateLimits.resetsAt} <= now()`;

// Counting runs on the connections for reads: it happens before a write slot is taken.
const countRequest = built((db, { key, max, seconds }: { key: string; max: number; seconds: number }) =>
  db
    .insert(rateLimits)
    .values({
      key,
      count: 1,
      resetsAt: sql`now() + ${seconds} * interval '1 second'`,
    })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${hasReset} then 1 else ${rateLimits.count} + 1 end`,
        resetsAt: sql`case when ${hasReset} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
      setWhere: or(hasReset, lt(rateLimits.count, max)),
    })
    .returning({ count: rateLimits.count, resetsIn }),
);

/**
 * Counts an attempt of `who` against a limit, in a fixed window that all instances share. Throws `rate_limited` with `retryAfter`
 * when it was one too many, which itself is not counted. Null when limits are off.
 */
export async function consume(name: LimitName, who: string): Promise<Allowance | null> {
  if (!env.RATE_LIMIT) return null;
  const { max, seconds } = limits[name];
  const key = `${name}:${who}`;
  const counting = run(countRequest(readDb(), { key, max, seconds }));
  counting.catch(leaveStandby); // a write without a slot
  const [counted] = await counting;
  if (counted) return { name, max, seconds, remaining: max - counted.count, resetsIn: Math.max(1, counted.resetsIn) };
  const [reached] = await readDb().select({ resetsIn }).from(rateLimits).where(eq(rateLimits.key, key));
  throw new RateLimited({ name, max, seconds, remaining: 0, resetsIn: Math.max(1, reached?.resetsIn ?? 1) });
}

/** Counts a request against a limit of its address. */
export const consumeForAddress = (name: LimitName, headers: Headers) => consume(name, addressOf(headers));

/** Takes a counted attempt back: a right password is no wrong one. */
export async function refund(name: LimitName, who: string): Promise<void> {
  if (!env.RATE_LIMIT) return;
  await readDb()
    .update(rateLimits)
    .set({ count: sql`greatest(0, ${rateLimits.count} - 1)` })
    .where(eq(rateLimits.key, `${name}:${who}`));
}
