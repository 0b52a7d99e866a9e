/** How money comes in: cash at the door, UPI, and over the counter also cash or a card. */
export const paymentMethods = ["cod", "upi", "cash", "card"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export const methodNames: Record<PaymentMethod, string> = {
  cod: "Cash on delivery",
  upi: "UPI",
  cash: "Cash",
  card: "Card",
};

/** How a sale over the counter is paid. */
export const counterMethods = ["cash", "upi", "card"] as const;

/** What a customer can choose at checkout. */
export const checkoutMethods = ["cod", "upi"] as const;
export type CheckoutMethod = (typeof checkoutMethods)[number];

/** The state of an entry of the ledger. */
export const paymentStates = ["claimed", "received", "refunded", "failed"] as const;
export type PaymentState = (typeof paymentStates)[number];

/** What the entries of an order come to: payment_state() of db/functions/payments.sql. */
export const orderPaymentStates = ["unpaid", "claimed", "part_paid", "paid", "part_refunded", "refunded"] as const;
export type OrderPaymentState = (typeof orderPaymentStates)[number];

/** Bounds of texts in characters, which forms, API and database check. */
export const paymentBounds = { reference: 60, reason: 300 } as const;

/** The UTR, by which banks know a UPI transfer: 12 digits. */
export const isUtr = (text: string) => /^\d{12}$/.test(text);
