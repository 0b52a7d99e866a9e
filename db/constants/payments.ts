/** How staff record money: cash at the door, UPI, and over the counter also cash or a card. */
export const recordedMethods = ["cod", "upi", "cash", "card"] as const;
/** How money comes in: as staff record it, or online by the payment gateway. */
export const paymentMethods = [...recordedMethods, "online"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Bounds of texts in characters, which forms, API and database check. */
export const paymentBounds = { reference: { min: 1, max: 60 }, reason: { min: 1, max: 300 } } as const;

/** The state of an entry of the ledger. A refund by the gateway is pending until the gateway says whether it was made. */
export const paymentStates = ["claimed", "received", "refunded", "failed", "refund_pending", "refund_failed"] as const;
export type PaymentState = (typeof paymentStates)[number];

/** What the entries of an order come to: payment_state() of db/functions/payments.sql. */
export const orderPaymentStates = ["unpaid", "claimed", "part_paid", "paid", "part_refunded", "refunded"] as const;
/** What lists of orders are filtered by: a state, or that money is to be paid back. */
export const paymentFilters = [...orderPaymentStates, "to_refund"] as const;
export type OrderPaymentState = (typeof orderPaymentStates)[number];
