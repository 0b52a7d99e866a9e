/** The events that can be sent to a webhook. */
export const eventTypes = [
  "order.created",
  "order.updated",
  "order.cancelled",
  "payment.received",
  "payment.refunded",
  "sweet.updated",
  "stock.low",
  "stock.out",
  "plan.full",
  "enquiry.created",
] as const;
export type EventType = (typeof eventTypes)[number];

/** What is delivered: events, and what the owner sends to try a webhook. */
export const deliveryTypes = [...eventTypes, "test"] as const;
export type DeliveryType = (typeof deliveryTypes)[number];

export const deliveryStates = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Characters of a webhook's address. */
export const MAX_URL = 2000;
