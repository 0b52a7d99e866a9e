import { sql } from "drizzle-orm";
import { exportCounter, exportGauge } from "@/lib/metrics";
import { onePerProcess } from "@/lib/one-per-process";
import { type Executor, leaveStandby, readDb, writeDb } from "./client";

/** Writes of this process that run at once. They have connections of their own, so that a locked row delays no read. */
export const MAX_WRITES = 5;
/** Writes of one sweet that run at once: while its row is locked, the other slots serve the other sweets. */
export const MAX_WRITES_PER_SWEET = 3;
/** The sweets that a write locks, by id. */
export type LockKeys = readonly number[];
/** For a write that locks no sweet. */
export const noLocks: LockKeys = [];
/**
 * Some sweets, known only when the write runs, as for emptying a cart. No sweet has this id: all such writes share it, and so
 * MAX_WRITES_PER_SWEET slots.
 */
export const anySweets: LockKeys = [0];

/** Milliseconds that a write waits for a slot while others get theirs, and while none gets free. */
const SLOT_TIMEOUT_MS = 8_000;
const STUCK_SLOT_TIMEOUT_MS = 3_000;
const CHECK_INTERVAL_MS = 200;

/**
 * Runs `work` in a write slot, on the connections for writes. Slow work that needs no database (password hashes, pictures) belongs
 * before this call, and reads and cookies after it, so that a slot is held for as short as possible. Rejects with
 * `service_unavailable` when no slot gets free in time, or when the work takes too long; the work may then still be done.
 */
export type Write = <T>(work: (db: Executor) => Promise<T>) => Promise<T>;

/** Runs a write at once, without a slot: for commands and tests. */
export const writeAtOnce: Write = (work) => work(writeDb());

/** `lastStart`: when a slot was last taken, in milliseconds of performance.now(). */
type Waiter = { keys: readonly number[]; since: number; run: () => void; reject: () => void };
type Sweet = { running: number; lastStart: number };
type Slots = {
  running: number;
  lastStart: number;
  /** The sweets that a running write locks. */
  sweets: Map<number, Sweet>;
  queue: Waiter[];
  timer?: NodeJS.Timeout;
  /** How many got a slot, how many did not, and the seconds that the first have waited for it, since the start. */
  taken: number;
  rejected: number;
  waitedSeconds: number;
};
const slots = onePerProcess(
  "write slots",
  (): Slots => ({ running: 0, lastStart: 0, sweets: new Map(), queue: [], taken: 0, rejected: 0, waitedSeconds: 0 }),
);

/**
 * Starts a write when a slot is free for it; `done` is its result. The slot is held until the work ends, even when its caller has
 * given up. Writes of other sweets overtake those that wait for a locked one. A write that was rejected while it waited never
 * runs, so its caller may say that nothing changed. The rejection has the code POOL_BUSY.
 */
export async function withWriteSlot<T>(
  work: (db: Executor) => Promise<T>,
  locks: LockKeys = noLocks,
): Promise<{ done: Promise<T> }> {
  const keys = [...new Set(locks)];
  // No waiter could take this slot: each one that could has taken it when the last write ended.
  if (isSlotFree(keys)) take(keys);
  else await enqueue(keys);
  // A statement of Drizzle is executed again each time that somebody waits for it: the promise is waited for twice.
  const done = (async () => work(writeDb()))();
  done.then(
    () => release(keys),
    (error) => {
      release(keys);
      leaveStandby(error);
    },
  );
  return { done };
}

/**
 * Asks the database anything before the write of a request that has not asked it yet: a statement that is sent to a frozen server is
 * executed when it thaws, long after the client got an error.
 */
export const assertDatabaseAvailable = async () => {
  await readDb().execute(sql`select 1`);
};

const isFull = (id: number) => (slots.sweets.get(id)?.running ?? 0) >= MAX_WRITES_PER_SWEET;

/** The last slot is reserved for sweets without a running write: two sweets that are locked leave it to the others. */
function isSlotFree(keys: readonly number[]): boolean {
  if (slots.running >= MAX_WRITES || keys.some(isFull)) return false;
  return slots.running < MAX_WRITES - 1 || !keys.some((id) => slots.sweets.has(id));
}

function take(keys: readonly number[]) {
  slots.taken++;
  slots.running++;
  slots.lastStart = performance.now();
  for (const id of keys)
    slots.sweets.set(id, { running: (slots.sweets.get(id)?.running ?? 0) + 1, lastStart: slots.lastStart });
}

function release(keys: readonly number[]) {
  slots.running--;
  for (const id of keys) {
    const sweet = slots.sweets.get(id);
    if (!sweet || --sweet.running === 0) slots.sweets.delete(id);
  }
  slots.queue = slots.queue.filter((waiter) => {
    if (!isSlotFree(waiter.keys)) return true;
    take(waiter.keys);
    slots.waitedSeconds += (slots.lastStart - waiter.since) / 1000;
    waiter.run();
    return false;
  });
}

function enqueue(keys: readonly number[]): Promise<void> {
  slots.timer ??= setInterval(rejectOverdue, CHECK_INTERVAL_MS);
  return new Promise((run, reject) => {
    const busy = () => reject(Object.assign(new Error("Too many writes wait for the database"), { code: "POOL_BUSY" }));
    slots.queue.push({ keys, since: performance.now(), run, reject: busy });
  });
}

/** When a slot that this waiter needs was last taken: one of its sweets if those block it, else any. */
function lastProgress({ keys }: Waiter): number {
  const blocking = keys.filter((id) => isFull(id) || (slots.running < MAX_WRITES && slots.sweets.has(id)));
  return blocking.length > 0
    ? Math.min(...blocking.map((id) => slots.sweets.get(id)?.lastStart ?? 0))
    : slots.lastStart;
}

function rejectOverdue() {
  const now = performance.now();
  const isOverdue = (waiter: Waiter) =>
    now - waiter.since > SLOT_TIMEOUT_MS ||
    Math.min(now - waiter.since, now - lastProgress(waiter)) > STUCK_SLOT_TIMEOUT_MS;
  const overdue = slots.queue.filter(isOverdue);
  slots.queue = slots.queue.filter((waiter) => !isOverdue(waiter));
  slots.rejected += overdue.length;
  for (const { reject } of overdue) reject();
  if (slots.queue.length > 0) return;
  clearInterval(slots.timer);
  slots.timer = undefined;
}

exportGauge("mithaas_write_slots", "Writes that may run at once.", () => MAX_WRITES);
exportGauge("mithaas_write_slots_used", "Writes that run now.", () => slots.running);
exportGauge("mithaas_writes_waiting", "Writes that wait for a slot now.", () => slots.queue.length);
exportCounter("mithaas_writes_total", "Writes that got a slot.", () => slots.taken);
exportCounter(
  "mithaas_writes_rejected_total",
  "Writes that were refused because no slot got free.",
  () => slots.rejected,
);
exportCounter(
  "mithaas_write_wait_seconds_total",
  "Time that writes have waited for their slots.",
  () => slots.waitedSeconds,
);
