import { useEffect, useEffectEvent, useState } from "react";

const INTERVAL_MS = 10_000;
/** Requests that may fail before it is a trouble: one failure is a moment without a connection. */
const FAILURES_ALLOWED = 1;

/**
 * Sends a request every ten seconds and when the page comes into view, until the session has ended; while it is hidden only
 * `inBackground`. `onNews` gets the responses that have a body. Returns why what is shown may be out of date.
 */
export function usePolling(
  send: (signal: AbortSignal) => Promise<Response>,
  onNews: (response: Response) => Promise<void>,
  { inBackground = false } = {},
) {
  const [trouble, setTrouble] = useState<"none" | "lost" | "signed out">("none");
  const request = useEffectEvent(send);
  const report = useEffectEvent(onNews);

  useEffect(() => {
    let failures = 0;
    const controller = new AbortController();

    async function poll() {
      if (controller.signal.aborted || (document.visibilityState !== "visible" && !inBackground)) return;
      try {
        const response = await request(controller.signal);
        if (response.status === 401 || response.status === 403) {
          // Further requests would only fill the console with errors.
          controller.abort();
          return setTrouble("signed out");
        }
        if (!response.ok && response.status !== 304) throw new Error(`status ${response.status}`);
        failures = 0;
        setTrouble("none");
        if (response.ok) await report(response);
      } catch {
        failures++;
        if (failures > FAILURES_ALLOWED && !controller.signal.aborted) setTrouble("lost");
      }
    }

    const timer = setInterval(poll, INTERVAL_MS);
    // Timers of a hidden tab are slowed to a minute; those of a worker are not.
    const ticks = inBackground && "Worker" in window ? new Worker("/ticks.js") : null;
    if (ticks) ticks.onmessage = () => document.visibilityState !== "visible" && poll();
    document.addEventListener("visibilitychange", poll);
    return () => {
      controller.abort();
      clearInterval(timer);
      ticks?.terminate();
      document.removeEventListener("visibilitychange", poll);
    };
  }, []);

  return trouble;
}
