import { toRupees } from "@/lib/money";
import type { OrderStatus } from "@/lib/orders/constants";
import type { OrderPaymentState, PaymentMethod } from "./constants";

type PaymentColumns = {
  status: OrderStatus;
  paymentMethod: PaymentMethod;
  paymentState: OrderPaymentState;
  /** These three in paise. */
  total: number;
  received: number;
  refunded: number;
};

/** Paise that were not yet received. A refund does not reopen it, and nothing is due of a cancelled order. */
export const duePaise = ({ status, total, received }: Pick<PaymentColumns, "status" | "total" | "received">): number =>
  status === "Cancelled" ? 0 : Math.max(0, total - received);

/** How an order is paid, in rupees: `paid` is what was received and not refunded. */
export const paymentOf = (order: PaymentColumns) => ({
  method: order.paymentMethod,
  state: order.paymentState,
  paid: toRupees(order.received - order.refunded),
  due: toRupees(duePaise(order)),
});
export type OrderPayment = ReturnType<typeof paymentOf>;
