/** Messages to customers, which events add to the outbox and the owner switches off in the settings. */
export const customerKinds = [
  "order_received",
  "window_changed",
  "order_changed",
  "order_shipped",
  "order_completed",
  "order_cancelled",
  "payment_received",
  "payment_rejected",
  "refund",
  "enquiry_received",
] as const;

/** Messages to the owner. */
export const ownerKinds = ["new_order", "upi_claimed", "new_enquiry", "sold_out"] as const;
export type OwnerKind = (typeof ownerKinds)[number];

/** The kinds that can be switched off in the settings. */
export const switchableKinds = [...customerKinds, ...ownerKinds] as const;
export type SwitchableKind = (typeof switchableKinds)[number];

/** Links that open an account. The owner cannot switch them off. The secret of a link is made when it is sent, and the row is deleted then. */
export const linkKinds = ["password_reset", "staff_invitation"] as const;
export type LinkKind = (typeof linkKinds)[number];

/** All of them. What the owner has to know, such as that something has ended, cannot be switched off either. */
export const messageKinds = [...switchableKinds, ...linkKinds, "webhook_off", "refund_failed"] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * A message waits until it is sent. `sending` is set before the mail server gets it: a process that ends then leaves it so, and nobody
 * knows whether it arrived, which `unknown` says; it is not sent again by itself. `failed`: the mail server has refused it for good.
 * `handled`: the owner has passed it on by hand, or the mail of another message says it too (`messages.merged_into`).
 */
export const messageStates = ["waiting", "sending", "sent", "unknown", "failed", "handled"] as const;
export type MessageState = (typeof messageStates)[number];
