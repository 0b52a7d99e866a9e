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

/** Messages to the owner. */
export const ownerKinds = ["new_order", "upi_claimed", "new_enquiry", "sold_out"] as const;

/** The kinds that can be switched off in the settings. */
export const switchableKinds = [...customerKinds, ...ownerKinds] as const;
export type SwitchableKind = (typeof switchableKinds)[number];

export const messageKinds = [...switchableKinds, "password_reset"] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * A message waits until it is sent. `sending` is set before the mail server gets it: a process that ends then leaves it so, and nobody
 * knows whether it arrived, which `unknown` says; it is not sent again by itself. `failed`: the mail server has refused it for good.
 * `handled`: the owner has passed it on by hand.
 */
export const messageStates = ["waiting", "sending", "sent", "unknown", "failed", "handled"] as const;
export type MessageState = (typeof messageStates)[number];

/** Minutes after which nobody knows any more what became of a message that a process was sending. */
export const UNKNOWN_AFTER_MINUTES = 5;

/** Days for which a message waits to be sent by itself. */
export const WAITING_DAYS = 2;

/** The filters of the owner's list: one or two states each. */
export const messageFilters = ["all", "waiting", "failed", "sent", "handled"] as const;
export type MessageFilter = (typeof messageFilters)[number];
