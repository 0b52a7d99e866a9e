/*
 * The kinds of messages, which events add to the outbox, the owner switches off in the settings, and lib/messages sends.
 */

/** Messages to customers. */
export const customerKinds = [
  "order_received",
  "window_changed",
  "order_shipped",
  "order_completed",
  "order_cancelled",
  "payment_received",
  "payment_rejected",
  "refund",
  "enquiry_received",
] as const;

/** Those that are held when a mailbox has had many. What is said of a payment always comes, like a link that opens an account. */
const paymentKinds: readonly MessageKind[] = ["payment_received", "payment_rejected", "refund"];
export const limitedKinds: readonly MessageKind[] = customerKinds.filter((kind) => !paymentKinds.includes(kind));

/** Messages to the owner. */
export const ownerKinds = ["new_order", "upi_claimed", "new_enquiry", "sold_out"] as const;
export type OwnerKind = (typeof ownerKinds)[number];
export const isOwnerKind = (kind: MessageKind): kind is OwnerKind =>
  (ownerKinds as readonly MessageKind[]).includes(kind);

/** The kinds that can be switched off in the settings. */
export const switchableKinds = [...customerKinds, ...ownerKinds] as const;
export type SwitchableKind = (typeof switchableKinds)[number];

/**
 * Links that open an account: a new password, and an invitation to work for the shop. They cannot be switched off, their secrets are made when
 * they are sent, and their rows are deleted then.
 */
export const linkKinds = ["password_reset", "staff_invitation"] as const;
export type LinkKind = (typeof linkKinds)[number];
export const isLinkKind = (kind: MessageKind): kind is LinkKind => (linkKinds as readonly MessageKind[]).includes(kind);

/** All of them. What ends something, which the owner has to know, cannot be switched off either. */
export const messageKinds = [...switchableKinds, ...linkKinds, "webhook_off"] as const;
export type MessageKind = (typeof messageKinds)[number];

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
  staff_invitation: "Invitation",
  webhook_off: "Webhook switched off",
};
