import { POOL_SIZE } from "./client";

/** Writes of this process that run at once: half of the connections stay free for reading, so that a locked row stops no reader. */
export const WRITES_AT_ONCE = POOL_SIZE / 2;
/** Milliseconds that a write waits for its turn while others get theirs, and while nobody does. */
const PATIENCE = 8_000;
const PATIENCE_WHEN_STUCK = 3_000;

type Waiter = { since: number; begin: () => void; refuse: () => void };

let running = 0;
let movedAt = 0;
let waiting: Waiter[] = [];
let watch: NodeJS.Timeout | undefined;

/**
 * Begins a write when it is its turn; `done` is its result. The turn lasts as long as the work, whoever still waits for it.
 * What waited in vain has not begun and never will: its caller can be told that nothing changed. Rejects with the code
 * POOL_BUSY then.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<{ done: Promise<T> }> {
  if (running < WRITES_AT_ONCE) running++;
  else await turn();
  movedAt = performance.now();
  const done = work();
  done.then(end, end);
  return { done };
}

function turn(): Promise<void> {
  watch ??= setInterval(refuseTheLate, 200);
  return new Promise((begin, reject) => {
    const busy = () => reject(Object.assign(new Error("Too many writes wait for the database"), { code: "POOL_BUSY" }));
    waiting.push({ since: performance.now(), begin, refuse: busy });
  });
}

function refuseTheLate() {
  const now = performance.now();
  const isLate = ({ since }: Waiter) =>
    now - since > PATIENCE || Math.min(now - since, now - movedAt) > PATIENCE_WHEN_STUCK;
  const late = waiting.filter(isLate);
  waiting = waiting.filter((waiter) => !isLate(waiter));
  for (const { refuse } of late) refuse();
  if (waiting.length > 0) return;
  clearInterval(watch);
  watch = undefined;
}

function end() {
  const next = waiting.shift();
  if (next) next.begin();
  else running--;
}
