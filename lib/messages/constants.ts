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
 * How many mails one address gets at most, in an hour and in a day. They protect the mailboxes of strangers, whose addresses anybody can type,
 * and do not depend on RATE_LIMIT. Links have limits of their own. Of one account only few work at once (lib/accounts/reset-commands.ts),
 * but whoever opened it with a stranger's address can end them, by a new password for instance, and ask anew. Their day has no limit beyond that of
 * its hours: a stranger who asks all day must not keep the owner of the mailbox from a link until the next one.
 */
export const mailLimits = { mail: { hour: 12, day: 40 }, link: { hour: 10, day: 240 } } as const;

/** Mails to the owner in a minute that come each by itself; what comes beyond them comes in one mail a minute. */
export const OWNER_MAILS_A_MINUTE = 30;

/** The filters of the owner's list: one or two states each. */
export const messageFilters = ["all", "waiting", "failed", "sent", "merged", "handled"] as const;
export type MessageFilter = (typeof messageFilters)[number];
