/*
 * The time by the server's clock, which the browser learns from answers of the server: the clock of the device may be days off. No other
 * component reads the device's clock (tests/architecture.test.ts).
 */

/** Milliseconds by which the server's clock is ahead of the device's. */
let ahead = 0;

/** Takes the time, ISO 8601, at which the server has made an answer that has just arrived. */
export function learnServerTime(at: string): void {
  ahead = Date.parse(at) - Date.now();
}

/** Milliseconds since 1970 by the server's clock; by the device's until an answer has come. */
export const serverNow = (): number => Date.now() + ahead;
