/**
 * A message waits until it is sent. `sending` is set before the mail server gets it: a process that ends then leaves it so, and nobody
 * knows whether it arrived, which `unknown` says; it is not sent again by itself. `failed`: the mail server has refused it for good.
 * `handled`: the owner has passed it on by hand, or the mail of another message says it too (`messages.merged_into`).
 */
export const messageStates = ["waiting", "sending", "sent", "unknown", "failed", "handled"] as const;
export type MessageState = (typeof messageStates)[number];

/** Minutes after which nobody knows any more what became of a message that a process was sending. */
export const UNKNOWN_AFTER_MINUTES = 5;

/** Days for which a message waits to be sent by itself. */
export const WAITING_DAYS = 2;

/**
 * How many mails a mailbox gets at most in each of these spans. What is beyond is held, and comes as one mail when the span is over. The
 * customer's protect strangers, whose addresses anybody can type, and do not depend on RATE_LIMIT. Links to a new password are never held;
 * lib/accounts/reset-commands.ts bounds them.
 */
export const mailLimits = { customer: { hour: 12, day: 40 }, owner: { minute: 30 } } as const;

/** The filters of the owner's list: one or two states each. */
export const messageFilters = ["all", "waiting", "failed", "sent", "merged", "handled"] as const;
export type MessageFilter = (typeof messageFilters)[number];
