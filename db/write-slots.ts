import { sql } from "drizzle-orm";
import { type Executor, readDb, writeDb } from "./client";

/** Writes of this process that run at once. They have connections of their own, so that a locked row stops no reader. */
export const MAX_WRITES = 5;
/** Those of one sweet: while its row is locked, the other turns serve the other sweets. */
export const MAX_WRITES_PER_SWEET = 3;
/** The sweets that a write locks, by id. "some": known only when it runs, as for emptying a cart; such writes share the turns of one. */
export type LockKeys = readonly number[] | "some";
const SOME = [0];
/**
 * Runs `work` in a write slot, on the connections for writes. Slow work that needs no database (password hashes, pictures) belongs
 * before this call, and reads and cookies after it, so that a slot is held for as short as possible. Rejects with
 * `service_unavailable` when no slot gets free in time, or when the work takes too long; the work may then still be done.
 */
export type Write = <T>(work: (db: Executor) => Promise<T>) => Promise<T>;

/** Runs a write at once, on the connections for writes: for commands and tests, which are alone. */
export const writeAtOnce: Write = (work) => work(writeDb());
/** Milliseconds that a write waits for its turn while others get theirs, and while nobody does. */
const SLOT_TIMEOUT_MS = 8_000;
const STUCK_SLOT_TIMEOUT_MS = 3_000;

type Waiter = { sweets: readonly number[]; since: number; begin: () => void; refuse: () => void };
type Sweet = { running: number; movedAt: number };

type Turns = {
  running: number;
  movedAt: number;
  /** Those that have a write running. */
  sweets: Map<number, Sweet>;
  waiting: Waiter[];
  watch?: NodeJS.Timeout;
};
// One row of turns a process: the built shop loads this module more than once.
const kept = globalThis as { mithaasTurns?: Turns };
kept.mithaasTurns ??= { running: 0, movedAt: 0, sweets: new Map(), waiting: [] };
const turns = kept.mithaasTurns;

/**
 * Begins a write when it is its turn; `done` is its result. The turn lasts as long as the work, whoever still waits for it.
 * Whoever waits for other sweets goes past. What waited in vain has not begun and never
 * will: its caller can be told that nothing changed. Rejects with the code POOL_BUSY then.
 */
export async function withWriteSlot<T>(
  work: (db: Executor) => Promise<T>,
  sweets: LockKeys = [],
): Promise<{ done: Promise<T> }> {
  const each = [...new Set(sweets === "some" ? SOME : sweets)];
  // Nobody who waits could begin now: whoever could has begun when the last turn ended.
  if (mayBegin(each)) begin(each);
  else await turn(each);
  const done = work(writeDb());
  const over = () => end(each);
  done.then(over, over);
  return { done };
}

/**
 * For a write of a request that has asked the database nothing yet: what is sent to one that is frozen is done when it thaws,
 * long after the sender was told that it was not.
 */
export const assertDatabaseAvailable = async () => {
  await readDb().execute(sql`select 1`);
};

const isFull = (id: number) => (turns.sweets.get(id)?.running ?? 0) >= MAX_WRITES_PER_SWEET;

/** The last free turn is for sweets that nobody is at: two that are locked leave it to the others. */
function mayBegin(sweets: readonly number[]): boolean {
  if (turns.running >= MAX_WRITES || sweets.some(isFull)) return false;
  return turns.running < MAX_WRITES - 1 || !sweets.some((id) => turns.sweets.has(id));
}

function begin(sweets: readonly number[]) {
  turns.running++;
  turns.movedAt = performance.now();
  for (const id of sweets)
    turns.sweets.set(id, { running: (turns.sweets.get(id)?.running ?? 0) + 1, movedAt: turns.movedAt });
}

function end(sweets: readonly number[]) {
  turns.running--;
  for (const id of sweets) {
    const sweet = turns.sweets.get(id);
    if (!sweet || --sweet.running === 0) turns.sweets.delete(id);
  }
  turns.waiting = turns.waiting.filter((waiter) => {
    if (!mayBegin(waiter.sweets)) return true;
    begin(waiter.sweets);
    waiter.begin();
    return false;
  });
}

function turn(sweets: readonly number[]): Promise<void> {
  turns.watch ??= setInterval(refuseTheLate, 200);
  return new Promise((begin, reject) => {
    const busy = () => reject(Object.assign(new Error("Too many writes wait for the database"), { code: "POOL_BUSY" }));
    turns.waiting.push({ sweets, since: performance.now(), begin, refuse: busy });
  });
}

/** When what a waiter waits for last moved: its sweet when that is full or nothing else is in its way, else the turns of all. */
function movedAt({ sweets }: Waiter): number {
  const own = sweets.filter((id) => isFull(id) || (turns.running < MAX_WRITES && turns.sweets.has(id)));
  return own.length > 0 ? Math.min(...own.map((id) => turns.sweets.get(id)?.movedAt ?? 0)) : turns.movedAt;
}

function refuseTheLate() {
  const now = performance.now();
  const isLate = (waiter: Waiter) =>
    now - waiter.since > SLOT_TIMEOUT_MS || Math.min(now - waiter.since, now - movedAt(waiter)) > STUCK_SLOT_TIMEOUT_MS;
  const late = turns.waiting.filter(isLate);
  turns.waiting = turns.waiting.filter((waiter) => !isLate(waiter));
  for (const { refuse } of late) refuse();
  if (turns.waiting.length > 0) return;
  clearInterval(turns.watch);
  turns.watch = undefined;
}
