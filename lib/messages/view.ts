import type { MessageKind } from "./constants";

/** How the kinds are called in the owner's list and settings. */
export const messageNames: Record<MessageKind, string> = {
  order_received: "Order received",
  window_changed: "Window changed",
  order_shipped: "Order shipped",
  order_completed: "Order completed, with the invoice",
  order_cancelled: "Order cancelled",
  payment_received: "Payment received",
  payment_rejected: "Payment not found",
  refund: "Refund",
  enquiry_received: "Enquiry received",
  new_order: "New order",
  upi_claimed: "Paid by UPI, to be checked",
  new_enquiry: "New enquiry",
  sold_out: "Sold out",
  password_reset: "New password",
};
