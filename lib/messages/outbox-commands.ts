import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, lt, lte, notExists, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { inBatches, someOf } from "@/db/batches";
import { type Executor, readDb, writeDb } from "@/db/client";
import { linkKinds, type MessageState } from "@/db/constants/messages";
import { messages, users } from "@/db/schema";
import { inTransaction } from "@/db/transaction";
import { isLinkKind, UNKNOWN_AFTER_MINUTES, WAITING_DAYS } from "./constants";
import { recipientAddress, uncountMail } from "./limit-commands";

const now = sql`now()`;
const ago = (amount: number, unit: "minute" | "day") =>
  sql`now() - ${amount}::int * ${sql.raw(`interval '1 ${unit}'`)}`;

/** Minutes until the next try, by how many there were: about two days in all. Then the message has failed. */
const PAUSES = [1, 5, 15, 60, 120, 240, 360, 480, 720, 960] as const;
/** Minutes for which a request for a new password waits for the mail server, and days for which it waits for the owner. */
const RESET_MINUTES = 60;
const RESET_DAYS = 1;

/** Batches of messages that are settled in one run: a shop that gets a mail server may have a hundred thousand that waited too long. */
const MOST_BATCHES = 40;

const isDue = and(
  eq(messages.state, "waiting"),
  lte(messages.nextAttemptAt, now),
  gt(messages.at, ago(WAITING_DAYS, "day")),
);

/** Whether a message is to be sent now. */
export async function isMessageDue(): Promise<boolean> {
  const due = await readDb().select({ id: messages.id }).from(messages).where(isDue).limit(1);
  return due.length > 0;
}

/**
 * Takes the message that has waited longest and marks it as being sent; null when none is due. Several processes that take at once take
 * different ones. It is committed before the mail server is given the message: a process that ends leaves the mark.
 */
export async function takeMessage(db: Executor) {
  const next = db
    .select({ id: messages.id })
    .from(messages)
    .where(isDue)
    .orderBy(asc(messages.nextAttemptAt), asc(messages.id))
    .limit(1)
    .for("update", { skipLocked: true });
  const [taken] = await db
    .update(messages)
    .set({ state: "sending", attempts: sql`${messages.attempts} + 1`, at: now })
    // Not `in`: PostgreSQL may search once for each row then, and each search finds the next message, until all are taken.
    .where(eq(messages.id, next))
    .returning({ ...getTableColumns(messages), address: recipientAddress });
  return taken ?? null;
}
export type TakenMessage = NonNullable<Awaited<ReturnType<typeof takeMessage>>>;

/** The message as it was taken: not once it was settled, and taken again. */
const stillTaken = ({ id, attempts }: TakenMessage) =>
  and(eq(messages.id, id), eq(messages.attempts, attempts), inArray(messages.state, ["sending", "unknown"]));

/** Deletes a message that nobody is to get. */
export const dropMessage = (taken: TakenMessage, db: Executor): Promise<void> =>
  inTransaction(db, async (tx) => {
    await uncountMail(taken, tx);
    await tx.delete(messages).where(stillTaken(taken));
  });

/** Notes of a message that its recipient has not got. */
const settleUnsent = (taken: TakenMessage, change: PgUpdateSetSource<typeof messages>, db: Executor): Promise<void> =>
  inTransaction(db, async (tx) => {
    await uncountMail(taken, tx);
    await tx.update(messages).set(change).where(stillTaken(taken));
  });

/** Notes what became of a message; the request for a link is deleted, so that the address is not stored. */
export async function settleMessage(
  taken: TakenMessage,
  state: "sent" | "failed" | "unknown",
  error: string | null,
  db: Executor,
): Promise<void> {
  const change = { state, lastError: error, at: now };
  const isLink = isLinkKind(taken.kind);
  if (!isLink && state === "failed") await settleUnsent(taken, change, db);
  else if (!isLink) await db.update(messages).set(change).where(stillTaken(taken));
  else if (state === "failed") await dropMessage(taken, db);
  else await db.delete(messages).where(stillTaken(taken));
}

/** Gives a message back that was not handed over, for another try after a pause; after the last one it has failed. */
export async function retryMessage(taken: TakenMessage, error: string, db: Executor): Promise<void> {
  const minutes = PAUSES[taken.attempts - 1];
  if (minutes === undefined) return settleMessage(taken, "failed", error, db);
  const nextAttemptAt = sql`now() + ${minutes}::int * interval '1 minute'`;
  await settleUnsent(taken, { state: "waiting", lastError: error, at: now, nextAttemptAt }, db);
}

/** Gives a message back as if it had not been taken: the shop is being stopped. */
export async function returnMessage(taken: TakenMessage, db: Executor): Promise<void> {
  await settleUnsent(taken, { state: "waiting", attempts: taken.attempts - 1, at: now, nextAttemptAt: now }, db);
}

/**
 * What time changes: a message of a process that ended while it sent is unknown; one that waited for days is not sent any more by itself,
 * since mail was off meanwhile; one merged into a message that was deleted unsent is held again; requests for links are deleted. Old
 * messages go by lib/people/privacy-commands.ts.
 * @param mails whether there is a mail server
 */
export async function settleOldMessages(mails: boolean, db: Executor = writeDb()): Promise<void> {
  const isWaiting = eq(messages.state, "waiting");
  const asksForLink = inArray(messages.kind, linkKinds);
  const abandoned = and(eq(messages.state, "sending"), lt(messages.at, ago(UNKNOWN_AFTER_MINUTES, "minute")));
  const settle = (which: SQL | undefined, state: MessageState, lastError: string) =>
    inBatches(db, MOST_BATCHES, async (tx) => {
      const change = tx.update(messages).set({ state, lastError, at: now });
      return (await change.where(someOf(messages, which)).returning({ id: messages.id })).length;
    });
  await db.delete(messages).where(and(abandoned, asksForLink));
  await settle(abandoned, "unknown", "The shop ended while it was sending.");
  // Sendings are kept for a day: after it nobody knows any more whether the mail was sent.
  const isLost = sql`${messages.state} = 'handled' and ${messages.mergedInto} is not null and ${messages.at} > ${ago(1, "day")}
    and not exists (select from messages lead where lead.id = messages.merged_into)
    and not exists (select from mail_sendings where message_id = messages.merged_into)`;
  const held = { state: "waiting", mergedInto: null, postponed: true, at: now, nextAttemptAt: now } as const;
  await db.update(messages).set(held).where(isLost);
  const tooOld = mails ? ago(RESET_MINUTES, "minute") : ago(RESET_DAYS, "day");
  await db.delete(messages).where(and(isWaiting, asksForLink, lt(messages.createdAt, tooOld)));
  if (mails) {
    const isLate = and(isWaiting, lte(messages.at, ago(WAITING_DAYS, "day")));
    await settle(isLate, "failed", "It has waited too long to be sent by itself.");
  } else {
    // The owner reads who has asked: only people with an account.
    const account = db.select({ id: users.id }).from(users).where(eq(users.email, messages.email));
    await db.delete(messages).where(and(isWaiting, asksForLink, isNotNull(messages.email), notExists(account)));
  }
}
