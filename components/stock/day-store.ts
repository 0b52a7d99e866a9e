import { createListeners } from "@/components/ui/client-store";
import { readStored, store } from "@/components/ui/storage";
import { DAY_KEY } from "@/lib/cart/constants";

/*
 * The day for which the shopper buys: kept on this device, and named by the address as `?day=`. Empty: today, from stock.
 * Every page that sells loads this, so it is small. Whether the day can be booked is the server's to say (stock-store.ts): the device's
 * clock may be days off.
 */

let chosen: string | null | undefined;
let offered = "";
const listeners = createListeners();
export const subscribeDay = listeners.subscribe;

/** What the shopper has chosen; empty for today, null for nothing. In the browser only. */
export function readChoice(): string | null {
  if (chosen === undefined) chosen = readStored(DAY_KEY);
  return chosen;
}
/** The same, or what is offered. */
export const readDay = (): string => readChoice() ?? offered;

/** Forgets what was chosen, and offers a day in its place. */
export function offerDay(day: string): void {
  offered = day;
  store(DAY_KEY, (chosen = null));
  listeners.notify();
}

export function chooseDay(day: string): void {
  store(DAY_KEY, day || null);
  showDay(day);
}

/** Takes a day that was chosen, here or in another tab. */
export function showDay(day: string): void {
  const before = readDay();
  chosen = day;
  if (day !== before) listeners.notify();
}
