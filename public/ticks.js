/*
 * A worker that sends a message every ten seconds. Browsers let the timers of a tab in the background wait up to a minute, but not those
 * of its workers (components/admin/use-polling.ts).
 */
setInterval(() => postMessage("tick"), 10_000);
