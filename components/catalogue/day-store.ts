/*
 * The day for which the shopper buys: kept on this device, and named by the address as `?day=` (day-choice.tsx). Empty: today, from stock.
 * Every page that sells loads this, so it is small. Whether the day can be booked is the server's to say (stock-store.ts): the device's
 * clock may be days off.
 */

export const DAY_KEY = "mithaas:day";

let chosen: string | undefined;
const listeners = new Set<() => void>();

export function subscribeDay(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen day; empty for today. In the browser only. */
export function readDay(): string {
  try {
    chosen ??= localStorage.getItem(DAY_KEY) ?? "";
  } catch {
    // Storage is refused: the choice lasts as long as the page.
    chosen = "";
  }
  return chosen;
}

/** Chooses a day, empty for today, on this device. */
export function chooseDay(day: string): void {
  try {
    if (day) localStorage.setItem(DAY_KEY, day);
    else localStorage.removeItem(DAY_KEY);
  } catch {
    // `chosen` has it.
  }
  showDay(day);
}

/** Takes a day that was chosen, here or in another tab. */
export function showDay(day: string): void {
  chosen = day;
  for (const listener of listeners) listener();
}
