import { AppError } from "@/lib/errors";
import { onePerProcess } from "@/lib/one-per-process";
import { within } from "./deadline";

/*
 * Reads that can cost much, such as a list of a thousand orders. Two of one account run at once and eight wait, so that one account slows
 * down nobody else: reading is not limited by address.
 */

const MAX_AT_ONCE = 2;
const MAX_WAITING = 8;
/** Milliseconds that a read waits at most: less than a request has. */
const WAIT_MS = 7_000;

type Kind = "orders" | "data";
type Reads = { running: number; waiting: (() => void)[] };
const reads = onePerProcess("heavy reads", () => new Map<string, Reads>());

/**
 * Waits until a heavy read of this kind and account may run.
 * @returns ends the read; to be called in any case
 * @throws `rate_limited` at once when too many wait already, `service_unavailable` when the wait takes too long
 */
export async function beginHeavyRead(kind: Kind, accountId: number): Promise<() => void> {
  const key = `${kind} ${accountId}`;
  const own = reads.get(key) ?? { running: 0, waiting: [] };
  reads.set(key, own);
  if (own.running < MAX_AT_ONCE) own.running++;
  else if (own.waiting.length >= MAX_WAITING)
    throw new AppError("rate_limited", "You are asking for this many times at once. Please try again in a moment.", {
      retryAfter: 2,
    });
  else {
    let run = () => {};
    const start = new Promise<void>((resolve) => {
      run = resolve;
    });
    own.waiting.push(run);
    try {
      await within(WAIT_MS, start);
    } catch (error) {
      own.waiting = own.waiting.filter((waiting) => waiting !== run);
      throw error;
    }
  }
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    // Whoever has waited longest starts in its place.
    const next = own.waiting.shift();
    if (next) next();
    else if (--own.running === 0) reads.delete(key);
  };
}

/** Runs a heavy read as soon as it may; throws as `beginHeavyRead`. */
export async function heavyRead<T>(kind: Kind, accountId: number, read: () => Promise<T>): Promise<T> {
  const end = await beginHeavyRead(kind, accountId);
  try {
    return await read();
  } finally {
    end();
  }
}
