import { POOL_SIZE } from "./client";

/** Writes of this process that run at once: two connections stay free for reading, so that a locked row stops no reader. */
const AT_ONCE = POOL_SIZE - 2;
/** Milliseconds that a write waits for its turn. */
const PATIENCE = 8_000;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Begins a write when it is its turn; `done` is its result. The turn lasts as long as the work, whoever still waits for it.
 * What waited in vain has not begun and never will: its caller can be told that nothing changed. Rejects with the code
 * POOL_BUSY then.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<{ done: Promise<T> }> {
  if (running < AT_ONCE) running++;
  else await turn();
  const done = work();
  done.then(end, end);
  return { done };
}

function turn(): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(Object.assign(new Error("Too many writes are waiting for the database"), { code: "POOL_BUSY" }));
    }, PATIENCE);
    waiting.push(begin);
  });
}

function end() {
  const next = waiting.shift();
  if (next) next();
  else running--;
}
