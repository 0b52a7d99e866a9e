import {
  customerKinds,
  type LinkKind,
  linkKinds,
  type MessageKind,
  type OwnerKind,
  ownerKinds,
} from "@/db/constants/messages";

/** Minutes after which nobody knows any more what became of a message that a process was sending. */
export const UNKNOWN_AFTER_MINUTES = 5;

/** Days for which a message waits to be sent by itself. */
export const WAITING_DAYS = 2;

/**
 * How many mails a mailbox gets at most in each of these spans. What is beyond is held, and comes as one mail when the span is over. The
 * customer's protect strangers, whose addresses anybody can type, and do not depend on RATE_LIMIT. Links to a new password are never held;
 * lib/people/reset-commands.ts bounds them.
 */
export const mailLimits = { customer: { hour: 12, day: 40 }, owner: { minute: 30 } } as const;

/** The filters of the owner's list: one or two states each. */
export const messageFilters = ["all", "waiting", "failed", "sent", "merged", "handled"] as const;
export type MessageFilter = (typeof messageFilters)[number];

/** Kinds that are held when a mailbox has had many. What is said of a payment always comes, like a link that opens an account. */
const paymentKinds: readonly MessageKind[] = ["payment_received", "payment_rejected", "refund"];
export const limitedKinds: readonly MessageKind[] = customerKinds.filter((kind) => !paymentKinds.includes(kind));

export const isOwnerKind = (kind: MessageKind): kind is OwnerKind =>
  (ownerKinds as readonly MessageKind[]).includes(kind);
export const isLinkKind = (kind: MessageKind): kind is LinkKind => (linkKinds as readonly MessageKind[]).includes(kind);
