import { env } from "@/lib/env";
import { onePerProcess } from "@/lib/one-per-process";

const state = onePerProcess("shop's clock", () => ({ time: undefined as Date | undefined }));

/** Stops the clock at a time, for a sample shop; undefined lets it run again. */
export function setShopTime(time: Date | undefined): void {
  state.time = time;
}

/**
 * The shop's clock: what it promises by day and time (windows, lead times, pauses, notices, best-before dates, the kitchen's day)
 * follows it. With SHOP_CLOCK it began at that instant when this process started, and runs on from there. Times that are
 * recorded, such as when an order was placed, are the database's.
 */
export function shopNow(): Date {
  if (state.time) return state.time;
  if (!env.SHOP_CLOCK) return new Date();
  return new Date(Date.parse(env.SHOP_CLOCK) + Date.now() - performance.timeOrigin);
}

/**
 * The latest recorded time that is as old as a moment of the shop's clock: that moment. With SHOP_CLOCK, what was recorded since this process
 * started was recorded while the shop's clock ran on from there, so it is no older than it really is.
 */
export function recordedUntil(moment: Date): Date {
  if (!env.SHOP_CLOCK || moment.getTime() <= performance.timeOrigin) return moment;
  const moved = Date.parse(env.SHOP_CLOCK) - performance.timeOrigin;
  return new Date(Math.max(performance.timeOrigin, moment.getTime() - moved));
}
