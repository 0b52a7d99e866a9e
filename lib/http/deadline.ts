import { AppError } from "@/lib/errors";

/** Milliseconds after which a caller is told to come back, whatever the database does: longer than any lock is waited for. */
export const DEADLINE = 9_000;

/** The deadline for the encoding of a picture, which waits for others. */
export const PICTURE_DEADLINE = 30_000;

/** Rejects when `work` is not done in time. It may still finish: an Idempotency-Key tells. */
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
