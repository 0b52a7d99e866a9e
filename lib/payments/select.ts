import { orders, type payments } from "@/db/schema";

/** What is paid of an order and what is due, for `paymentOf`. */
export const paymentColumns = {
  status: orders.status,
  total: orders.total,
  paymentMethod: orders.paymentMethod,
  paymentState: orders.paymentState,
  received: orders.received,
  refunded: orders.refunded,
};
export type PaymentColumns = Pick<typeof orders.$inferSelect, keyof typeof paymentColumns>;

/** An entry of an order's payments, its amount in paise, with the name of who made it. */
export type StoredPayment = Pick<
  typeof payments.$inferSelect,
  "id" | "method" | "amount" | "state" | "reference" | "reason" | "at"
> & { by: string | null };
