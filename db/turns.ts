import { onWriters } from "./client";

/** Writes of this process that run at once. They have connections of their own, so that a locked row stops no reader. */
export const WRITES_AT_ONCE = 5;
/** Milliseconds that a write waits for its turn while others get theirs, and while nobody does. */
const PATIENCE = 8_000;
const PATIENCE_WHEN_STUCK = 3_000;

type Waiter = { since: number; begin: () => void; refuse: () => void };

type Turns = { running: number; movedAt: number; waiting: Waiter[]; watch?: NodeJS.Timeout };
// One row of turns a process: the built shop loads this module more than once.
const kept = globalThis as { mithaasTurns?: Turns };
kept.mithaasTurns ??= { running: 0, movedAt: 0, waiting: [] };
const turns = kept.mithaasTurns;

/**
 * Begins a write when it is its turn; `done` is its result. The turn lasts as long as the work, whoever still waits for it.
 * What waited in vain has not begun and never will: its caller can be told that nothing changed. Rejects with the code
 * POOL_BUSY then.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<{ done: Promise<T> }> {
  if (turns.running < WRITES_AT_ONCE) turns.running++;
  else await turn();
  turns.movedAt = performance.now();
  const done = onWriters(work);
  done.then(end, end);
  return { done };
}

function turn(): Promise<void> {
  turns.watch ??= setInterval(refuseTheLate, 200);
  return new Promise((begin, reject) => {
    const busy = () => reject(Object.assign(new Error("Too many writes wait for the database"), { code: "POOL_BUSY" }));
    turns.waiting.push({ since: performance.now(), begin, refuse: busy });
  });
}

function refuseTheLate() {
  const now = performance.now();
  const isLate = ({ since }: Waiter) =>
    now - since > PATIENCE || Math.min(now - since, now - turns.movedAt) > PATIENCE_WHEN_STUCK;
  const late = turns.waiting.filter(isLate);
  turns.waiting = turns.waiting.filter((waiter) => !isLate(waiter));
  for (const { refuse } of late) refuse();
  if (turns.waiting.length > 0) return;
  clearInterval(turns.watch);
  turns.watch = undefined;
}

function end() {
  const next = turns.waiting.shift();
  if (next) next.begin();
  else turns.running--;
}
