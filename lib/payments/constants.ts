import type { PaymentMethod } from "@/db/constants/payments";

export const methodNames: Record<PaymentMethod, string> = {
  cod: "Cash on delivery",
  upi: "UPI",
  cash: "Cash",
  card: "Card",
  online: "Online",
};

/** How a sale over the counter is paid. */
export const counterMethods = ["cash", "upi", "card"] as const;

/** What a customer can choose at checkout, and for which of these staff take an order. */
export const checkoutMethods = ["cod", "online", "upi"] as const;
export const takenMethods = ["cod", "upi"] as const;
export type CheckoutMethod = (typeof checkoutMethods)[number];

/** Characters of a UTR as it is typed, with blanks between its digits. */
export const MAX_TYPED_UTR = 40;

/** The UTR, by which banks know a UPI transfer: 12 digits. */
export const isUtr = (text: string) => /^\d{12}$/.test(text);
