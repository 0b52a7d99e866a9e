import { setTimeout as sleep } from "node:timers/promises";
import type { Executor } from "@/db/client";
import type { User } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import { requestHash, scopeOf, withIdempotency } from "./idempotency";

/** How often a second submit tries while the first one is still running, and the pause between two tries in milliseconds. */
const MAX_TRIES = 20;
const PAUSE_MS = 250;

const isStillRunning = (error: unknown) => error instanceof AppError && error.code === "idempotency_key_in_use";

/** Does `work`, again after a pause as long as another request with the same idempotency key is running: at most for five seconds. */
async function waitForOtherSubmit<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isStillRunning(error)) throw error;
      await sleep(PAUSE_MS);
    }
  }
  return work();
}

/**
 * Does the work of a form once for its key: a retry after a lost answer, a double click and a second tab all find what the first submit
 * did (`replayed`). What is sent with the same key is not compared, so that a form which was edited after a lost answer finds it too.
 * A failure frees the key. `name`: what the form is for, such as "checkout". The result must be plain data.
 */
export async function submitOnce<T>(
  actor: User,
  { name, key }: { name: string; key: string },
  db: Executor,
  work: (tx: Executor) => Promise<T>,
): Promise<{ result: T; replayed: boolean }> {
  const { json, replayed } = await waitForOtherSubmit(() =>
    withIdempotency(db, scopeOf(actor), `${name}:${key}`, requestHash(name, key), async (tx) => ({
      status: 201,
      json: JSON.stringify(await work(tx)),
    })),
  );
  return { result: JSON.parse(json) as T, replayed };
}
