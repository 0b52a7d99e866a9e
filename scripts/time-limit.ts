/**
 * Rejects when `work` is not done after `ms`, whatever becomes of it, and aborts the signal that it was given. For fetch() and the reading of
 * its body: an AbortSignal.timeout() can be garbage-collected with its timer there, and fetch() forgets a signal, so that nothing would
 * ever end the wait for a connection that is gone.
 */
export async function withTimeLimit<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`It was not done within ${ms} ms.`));
      controller.abort();
    }, ms);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
