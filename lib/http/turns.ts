import { AppError } from "@/lib/errors";
import { onePerProcess } from "@/lib/one-per-process";
import { within } from "./deadline";

/*
 * Heavy reads of one account: few run at once and few wait, so that one account with thousands of orders slows down nobody else. Small requests
 * can cost much, and reading is not limited by address.
 */

const MAX_AT_ONCE = 2;
const MAX_WAITING = 8;
/** Milliseconds that a read waits at most: less than a request has. */
const WAIT_MS = 7_000;

type Kind = "orders" | "data";
type Turns = { running: number; waiting: (() => void)[] };
const turns = onePerProcess("heavy reads", () => new Map<string, Turns>());

/**
 * Waits until a heavy read of this kind and account may run. Whoever gets a turn must end it by the function that is returned. Throws `rate_limited`
 * at once when too many wait already, and `service_unavailable` when the wait takes too long.
 */
export async function takeTurn(kind: Kind, accountId: number): Promise<() => void> {
  const key = `${kind} ${accountId}`;
  const own = turns.get(key) ?? { running: 0, waiting: [] };
  turns.set(key, own);
  if (own.running < MAX_AT_ONCE) own.running++;
  else if (own.waiting.length >= MAX_WAITING)
    throw new AppError("rate_limited", "You are asking for this many times at once. Please try again in a moment.", {
      retryAfter: 2,
    });
  else {
    let run = () => {};
    const turn = new Promise<void>((resolve) => {
      run = resolve;
    });
    own.waiting.push(run);
    try {
      await within(WAIT_MS, turn);
    } catch (error) {
      own.waiting = own.waiting.filter((waiting) => waiting !== run);
      throw error;
    }
  }
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    // The turn is handed on to whoever waits for longest.
    const next = own.waiting.shift();
    if (next) next();
    else if (--own.running === 0) turns.delete(key);
  };
}

/** Runs a heavy read when it is its turn; throws as `takeTurn`. */
export async function inTurn<T>(kind: Kind, accountId: number, read: () => Promise<T>): Promise<T> {
  const end = await takeTurn(kind, accountId);
  try {
    return await read();
  } finally {
    end();
  }
}
