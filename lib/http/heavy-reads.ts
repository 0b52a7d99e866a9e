import { type Executor, MAX_REPORTS, reportDb } from "@/db/client";
import { AppError } from "@/lib/errors";
import { onePerProcess } from "@/lib/one-per-process";
import { within } from "./deadline";

/*
 * Reads that can cost much. Of a customer, such as a list of a thousand orders: two of one account run at once and eight wait, so that one
 * account slows down nobody else, since reading is not limited by address. Reports, exports and the audit log, which are for staff: all of
 * them share connections of their own, so that shoppers, logins and the health check never wait for them.
 */

const MAX_AT_ONCE = 2;
const MAX_WAITING = 8;
/** Milliseconds that a read waits at most: less than a request has. */
const WAIT_MS = 7_000;

type Kind = "orders" | "data";
type Reads = { running: number; waiting: (() => void)[] };
const reads = onePerProcess("heavy reads", () => new Map<string, Reads>());

/** Waits until one more read of this name may run. Returns what ends it. */
async function begin(name: string, atOnce: number, mostWaiting = Number.POSITIVE_INFINITY): Promise<() => void> {
  const own = reads.get(name) ?? { running: 0, waiting: [] };
  reads.set(name, own);
  if (own.running < atOnce) own.running++;
  else if (own.waiting.length >= mostWaiting)
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
    else if (--own.running === 0) reads.delete(name);
  };
}

/**
 * Waits until a heavy read of this kind and person may run.
 * @returns ends the read; to be called in any case
 * @throws `rate_limited` at once when too many wait already, `service_unavailable` when the wait takes too long
 */
export const beginHeavyRead = (kind: Kind, reader: number | string): Promise<() => void> =>
  begin(`${kind} ${reader}`, MAX_AT_ONCE, MAX_WAITING);

/** Runs a heavy read as soon as it may; throws as `beginHeavyRead`. */
export async function heavyRead<T>(kind: Kind, reader: number | string, read: () => Promise<T>): Promise<T> {
  const end = await beginHeavyRead(kind, reader);
  try {
    return await read();
  } finally {
    end();
  }
}

/**
 * Runs a report on the connections for reports as soon as one is free; its statements run one after the other. Throws `service_unavailable`
 * when the wait takes too long: nothing was sent to the database then.
 * @param db the transaction of which the report is part, if it is part of one
 */
export async function readReport<T>(read: (db: Executor) => Promise<T>, db?: Executor): Promise<T> {
  if (db) return read(db);
  const end = await begin("reports", MAX_REPORTS);
  try {
    return await read(reportDb());
  } finally {
    end();
  }
}
