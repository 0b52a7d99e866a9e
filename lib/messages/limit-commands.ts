import { createHmac } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "@/db/client";
import { type MessageKind, ownerKinds } from "@/db/constants/messages";
import { mailSendings, messages } from "@/db/schema";
import { inTransaction, lockKey, once } from "@/db/transaction";
import { env } from "@/lib/env";
import { isOwnerKind, limitedKinds, mailLimits } from "./constants";

/** Messages that one mail says at most; the others stay held for the next. */
const MOST_IN_MAIL = 40;
/** Held messages that are searched for those of one mailbox, the first due first. Each needs a look-up of its address. */
const MOST_SEARCHED = 1_000;

/** Whose mail a message is, in lower case; null when nobody is to get it any more. For the owner's it means nothing. */
export const recipientAddress = sql<string | null>`lower(coalesce(messages.email,
  (select coalesce(o.customer_email, u.email) from orders o left join users u on u.id = o.user_id where o.id = messages.order_id),
  (select e.email from enquiries e where e.id = messages.enquiry_id)))`;

/** A message that is being sent, with its `recipientAddress`. */
type Sending = { id: number; kind: MessageKind; attempts: number; postponed: boolean; address: string | null };

/** A mailbox as it is counted, what it gets at most, and which messages are for it; null when the message may always be sent. */
function mailboxOf({ kind, address }: Sending) {
  if (isOwnerKind(kind))
    return { recipient: "owner", limits: mailLimits.owner, isForIt: inArray(messages.kind, ownerKinds) };
  if (address === null || !limitedKinds.includes(kind)) return null;
  // A hash with the shop's secret, so that the counts name nobody.
  const recipient = createHmac("sha256", env.AUTH_SECRET).update(`mail to ${address}`).digest("base64url");
  const isForIt = and(inArray(messages.kind, limitedKinds), eq(recipientAddress, address));
  return { recipient, limits: mailLimits.customer, isForIt };
}

/**
 * Whether a message that was taken may be given to the mail server now. Then it is counted, and its mail says what was held for the same
 * mailbox too. Otherwise it was put back, and is held until the mailbox may have a mail again.
 */
export async function permitMail(taken: Sending, db: Executor): Promise<boolean> {
  const mailbox = mailboxOf(taken);
  if (mailbox === null) return true;
  const { recipient, limits, isForIt } = mailbox;
  return inTransaction(db, async (tx) => {
    // Two senders at once must not pass the limit together.
    await lockKey(tx, sql`hashtextextended(${recipient}, 0)`);
    const until = await fullUntil(tx, recipient, limits);
    if (until === null) {
      await tx
        .insert(mailSendings)
        .values({ messageId: taken.id, attempt: taken.attempts, recipient })
        .onConflictDoUpdate({
          target: [mailSendings.messageId, mailSendings.attempt],
          set: { recipient, at: sql`now()` },
        });
      // Not before: one that the mail server is away for is still held, and comes with the others.
      if (taken.postponed) await tx.update(messages).set({ postponed: false }).where(eq(messages.id, taken.id));
      await takeAlong(tx, taken.id, isForIt);
    } else await hold(tx, taken, until);
    return until === null;
  });
}

/** The moment from which a mailbox may have the next mail; null when it may now. */
async function fullUntil(tx: Executor, recipient: string, limits: Record<string, number>): Promise<string | null> {
  const spans = Object.entries(limits).map(([span, mails]) => {
    const interval = sql.raw(`interval '1 ${span}'`);
    const free = tx
      .select({ at: sql`${mailSendings.at} + ${interval}` })
      .from(mailSendings)
      .where(and(eq(mailSendings.recipient, recipient), gt(mailSendings.at, sql`now() - ${interval}`)))
      .orderBy(desc(mailSendings.at))
      .limit(1)
      .offset(mails - 1);
    return sql`(${free})`;
  });
  const until = sql<string | null>`greatest(${sql.join(spans, sql`, `)})::text`;
  const [limit] = await tx.select({ until }).from(once);
  return limit?.until ?? null;
}

/** Gives a message back as if it had not been taken, to be taken again at a moment. */
const hold = (tx: Executor, { id, attempts }: Sending, until: string) =>
  tx
    .update(messages)
    .set({ state: "waiting", attempts: attempts - 1, at: sql`now()`, nextAttemptAt: until, postponed: true })
    .where(and(eq(messages.id, id), eq(messages.attempts, attempts), inArray(messages.state, ["sending", "unknown"])));

/**
 * Merges the oldest messages that are held for a mailbox into the mail that it gets now, up to its limit. A digest that the mail server has
 * refused stays a mail of its own, and a message that another transaction has locked stays held.
 */
async function takeAlong(tx: Executor, into: number, isForIt: SQL | undefined): Promise<void> {
  const [said, seen] = [alias(messages, "said"), alias(messages, "seen")];
  const others = tx.select({ id: said.id }).from(said).where(eq(said.mergedInto, messages.id));
  // In words, as the partial index of waiting messages has it.
  const isHeld = (one: typeof seen | typeof messages) => sql`${one.state} = 'waiting' and ${one.postponed}`;
  const first = tx.select({ id: seen.id }).from(seen).where(isHeld(seen)).orderBy(seen.nextAttemptAt, seen.id);
  const room = MOST_IN_MAIL - 1 - (await tx.$count(messages, eq(messages.mergedInto, into)));
  const held = tx.$with("held").as(
    tx
      .select({ id: sql<number>`${messages.id}`.as("held_id") })
      .from(messages)
      .where(and(inArray(messages.id, first.limit(MOST_SEARCHED)), isHeld(messages), isForIt, notExists(others)))
      .orderBy(asc(messages.id))
      .limit(Math.max(room, 0))
      .for("update", { skipLocked: true }),
  );
  await tx
    .with(held)
    .update(messages)
    .set({ state: "handled", mergedInto: into, at: sql`now()`, postponed: false })
    .from(held)
    .where(eq(messages.id, held.id));
}

/** Takes back what was counted of a message that the mail server was not given, or has refused. */
export async function uncountMail({ id, attempts }: Sending, db: Executor): Promise<void> {
  await db.delete(mailSendings).where(and(eq(mailSendings.messageId, id), eq(mailSendings.attempt, attempts)));
}
