import { createListeners } from "@/components/ui/client-store";
import { readStored, store } from "@/components/ui/storage";
import { DAY_KEY } from "@/lib/cart/constants";

/*
 * The day for which the shopper buys: kept on this device, and named by the address as `?day=`. Empty: today, from stock.
 * Every page that sells loads this, so it is small. Whether the day can be booked is the server's to say (stock-store.ts): the device's
 * clock may be days off.
 */

let chosen: string | undefined;
const listeners = createListeners();
export const subscribeDay = listeners.subscribe;

/** The chosen day; empty for today. In the browser only. */
export function readDay(): string {
  chosen ??= readStored(DAY_KEY) ?? "";
  return chosen;
}

export function chooseDay(day: string): void {
  store(DAY_KEY, day || null);
  showDay(day);
}

/** Takes a day that was chosen, here or in another tab. */
export function showDay(day: string): void {
  chosen = day;
  listeners.notify();
}
