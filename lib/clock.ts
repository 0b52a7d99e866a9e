import { env } from "@/lib/env";

/**
 * The shop's clock: what it promises by day and time (windows, lead times, pauses, notices, best-before dates, the kitchen's day)
 * follows it. With SHOP_CLOCK it began at that instant when this process started, and runs on from there. Times that are
 * recorded, such as when an order was placed, are the database's.
 */
export function shopNow(): Date {
  if (!env.SHOP_CLOCK) return new Date();
  return new Date(Date.parse(env.SHOP_CLOCK) + Date.now() - performance.timeOrigin);
}
