import { AppError } from "@/lib/errors";

/** Milliseconds after which a request gets a 503, whatever the database does. This is longer than any wait for a lock. */
export const DEADLINE = 9_000;

/** The deadline for the encoding of a picture, which waits for others. */
export const PICTURE_DEADLINE = 30_000;

/** Rejects when `work` is not done in time. It may still finish; a retry with the same Idempotency-Key shows whether it did. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const busy = "The shop is too busy right now. Please try again in a moment.";
    timer = setTimeout(() => reject(new AppError("service_unavailable", busy, { retryAfter: 2 })), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The same for work that only reads: `signal` is aborted when its caller has got the 503, so that it does not go on for nobody. A statement
 * that runs then ends by its own time limit (db/client.ts).
 */
export async function readWithin<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  try {
    return await within(ms, work(controller.signal));
  } finally {
    controller.abort();
  }
}
