import type { DeliveryType } from "@/db/constants/webhooks";

/** When each event is sent, for people. */
export const eventTexts: Record<DeliveryType, string> = {
  "order.created": "An order was placed",
  "order.updated": "Status, window, payment, packed mark or a correction of an order changed",
  "order.cancelled": "An order was cancelled",
  "payment.received": "A payment of an order has arrived",
  "payment.refunded": "Money was paid back",
  "sweet.updated": "A sweet was edited",
  "stock.low": "A sale has left fewer than 5 default packs of a sweet, those in carts included",
  "stock.out": "A sale has left nothing of a sweet, in carts neither",
  "plan.full": "An order has taken the last of what is made of a sweet for a day",
  "enquiry.created": "Somebody has written to the shop, or asked for a custom order",
  test: "The owner has asked for a test",
};

/** Webhooks of a shop. Each has connections of its own, so that none waits for another. */
export const MAX_WEBHOOKS = 20;
/** Attempts to one webhook that a process makes at once. */
export const LANES = 4;

/** Milliseconds of an attempt, from the look-up of the name to the status of the answer. */
export const TRY_MS = 10_000;
/** Bytes that are read of an answer. */
export const ANSWER_BYTES = 64 * 1024;
/** Answers of a status below 200 that an attempt accepts before the final one. */
export const INTERIM_ANSWERS = 4;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds until the next attempt, by how many there were; the last one again and again. */
export const PAUSES = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 12 * HOUR] as const;
/** Days after its event for which a delivery is tried. */
export const TRYING_DAYS = 3;
/** Hours for which a replaced secret signs too. */
export const OLD_SECRET_HOURS = 24;
