import { createHmac } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, lt, lte, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Executor, writeDb } from "@/db/client";
import { enquiries, mailSendings, messages, orders, users } from "@/db/schema";
import { anyOf, inTransaction, lockKey, once } from "@/db/transaction";
import { env } from "@/lib/env";
import { customerKinds, isLinkKind, isOwnerKind, type MessageKind, ownerKinds } from "@/lib/message-kinds";
import { mailLimits, OWNER_MAILS_A_MINUTE } from "./constants";

/** A message that is being sent. `address`: of whoever gets it, in lower case; null for nobody. */
type Sending = { id: number; kind: MessageKind; attempts: number; address: string | null };

/** An address as it is counted. It is a hash with the shop's secret, so that the counts name nobody. */
const recipientOf = (address: string) =>
  createHmac("sha256", env.AUTH_SECRET).update(`mail to ${address}`).digest("base64url");

/** The recipient of all mails to the owner. */
const OWNER = "owner";

/**
 * Whether a message that was taken may be given to the mail server now; then it is counted. `later`: it was put back, and waits until the limit of its
 * recipient allows it. `never`: a link that nobody needs, since enough of them have just been sent.
 */
export async function permitMail(taken: Sending, db: Executor = writeDb()): Promise<"now" | "later" | "never"> {
  const { kind, address } = taken;
  if (isOwnerKind(kind)) return (await permitForOwner(taken, db)) ? "now" : "later";
  // Nobody gets it any more, which is found out when its text is made.
  if (address === null) return "now";
  const isLink = isLinkKind(kind);
  const recipient = recipientOf(isLink ? `${address}, links` : address);
  return inTransaction(db, async (tx) => {
    const until = await limitOf(tx, recipient, mailLimits[isLink ? "link" : "mail"]);
    if (until === null) {
      await countMail(tx, taken, recipient);
      return "now";
    }
    if (isLink) return "never";
    await postpone(tx, taken, { address, until });
    return "later";
  });
}

const now = sql`now()`;

/**
 * Until the transaction ends nobody else counts mails of this recipient, so that two senders at once do not pass the limit together.
 * To be taken before what was counted is read.
 */
const lockRecipient = (tx: Executor, recipient: string) => lockKey(tx, sql`hashtextextended(${recipient}, 0)`);

const countMail = (tx: Executor, { id, attempts }: Sending, recipient: string) =>
  tx
    .insert(mailSendings)
    .values({ messageId: id, attempt: attempts, recipient })
    .onConflictDoUpdate({
      target: [mailSendings.messageId, mailSendings.attempt],
      set: { recipient, at: now },
    });

/** The moment from which the limits of the last hour and the last day allow the next mail to a recipient; null when they do now. */
async function limitOf(tx: Executor, recipient: string, limits: { hour: number; day: number }): Promise<string | null> {
  const allowedFrom = (span: "hour" | "day") => {
    const interval = sql.raw(`interval '1 ${span}'`);
    return tx
      .select({ at: sql`${mailSendings.at} + ${interval}` })
      .from(mailSendings)
      .where(and(eq(mailSendings.recipient, recipient), gt(mailSendings.at, sql`now() - ${interval}`)))
      .orderBy(desc(mailSendings.at))
      .limit(1)
      .offset(limits[span] - 1);
  };
  await lockRecipient(tx, recipient);
  const [limit] = await tx
    .select({ until: sql<string | null>`greatest((${allowedFrom("hour")}), (${allowedFrom("day")}))::text` })
    .from(once);
  return limit?.until ?? null;
}

/** In words, as the partial index of waiting messages has it. */
const isWaiting = sql`${messages.state} = 'waiting'`;

/** Gives a message that was taken back, as if it had not been, to be taken again at a moment. */
const putBack = (tx: Executor, { id, attempts }: Sending, until: string) =>
  tx
    .update(messages)
    .set({ state: "waiting", attempts: attempts - 1, at: now, nextAttemptAt: until, postponed: true })
    .where(and(eq(messages.id, id), eq(messages.attempts, attempts), inArray(messages.state, ["sending", "unknown"])));

/**
 * Puts a message back that its recipient must not get before a moment, with all others that wait for this recipient. Of several about one
 * order the oldest stays and its mail says them all; so does the oldest of several receipts of enquiries. Rows are locked by their ids,
 * without those that another transaction has locked: these come here when they are taken.
 */
async function postpone(
  tx: Executor,
  taken: Sending,
  { address, until }: { address: string; until: string },
): Promise<void> {
  const waiting = tx.$with("waiting").as(
    tx
      .select({
        id: sql<number>`${messages.id}`.as("waiting_id"),
        orderId: sql<number | null>`${messages.orderId}`.as("about_order"),
      })
      .from(messages)
      .leftJoin(orders, eq(orders.id, messages.orderId))
      .leftJoin(users, eq(users.id, orders.userId))
      .leftJoin(enquiries, eq(enquiries.id, messages.enquiryId))
      .where(
        and(
          isWaiting,
          inArray(messages.kind, customerKinds),
          sql`lower(coalesce(${orders.customerEmail}, ${users.email}, ${enquiries.email})) = ${address}`,
        ),
      )
      .orderBy(asc(messages.id))
      .for("update", { of: messages, skipLocked: true }),
  );
  const grouped = tx.$with("grouped").as(
    tx
      .select({
        id: sql<number>`${waiting.id}`.as("grouped_id"),
        first: sql<number>`min(${waiting.id}) over (partition by ${waiting.orderId})`.as("first_id"),
      })
      .from(waiting),
  );
  await putBack(tx, taken, until);
  const changed = await tx
    .with(waiting, grouped)
    .update(messages)
    .set({
      state: sql`case when ${grouped.id} = ${grouped.first} then 'waiting' else 'handled' end`,
      mergedInto: sql`nullif(${grouped.first}, ${grouped.id})`,
      at: now,
      nextAttemptAt: sql`greatest(${messages.nextAttemptAt}, ${until}::timestamptz)`,
      postponed: sql`${grouped.id} = ${grouped.first}`,
    })
    .from(grouped)
    .where(
      and(
        eq(messages.id, grouped.id),
        or(ne(grouped.id, grouped.first), lt(messages.nextAttemptAt, sql`${until}::timestamptz`)),
      ),
    )
    .returning({ id: messages.id, mergedInto: messages.mergedInto });
  await followMerged(
    tx,
    changed.filter(({ mergedInto }) => mergedInto !== null).map(({ id }) => id),
  );
}

/**
 * After these messages were merged into others: what had been merged into them goes with them. Rows are locked by their ids, without those
 * that another transaction has locked, which deletes them.
 */
async function followMerged(tx: Executor, merged: readonly number[]): Promise<void> {
  if (merged.length === 0) return;
  const into = alias(messages, "into_message");
  const followers = tx
    .select({ id: messages.id })
    .from(messages)
    .where(anyOf(messages.mergedInto, merged))
    .orderBy(asc(messages.id))
    .for("update", { skipLocked: true });
  await tx
    .update(messages)
    .set({ mergedInto: sql`${into.mergedInto}` })
    .from(into)
    .where(and(eq(into.id, messages.mergedInto), inArray(messages.id, followers)));
}

/** The words of the index messages_to_owner: with parameters PostgreSQL would not use it. */
const isToOwner = sql.raw(`kind in (${ownerKinds.map((kind) => `'${kind}'`).join(", ")})`);

/** A message to the owner is sent at once, unless too many were written in the minute before it. */
async function permitForOwner(taken: Sending, db: Executor): Promise<boolean> {
  const earlier = db
    .select({ createdAt: messages.createdAt })
    .from(messages)
    .where(and(lt(messages.id, taken.id), isToOwner))
    .orderBy(desc(messages.id))
    .limit(1)
    .offset(OWNER_MAILS_A_MINUTE - 1);
  const [own] = await db
    .select({ isOneOfMany: sql<boolean>`coalesce((${earlier}) > ${messages.createdAt} - interval '1 minute', false)` })
    .from(messages)
    .where(eq(messages.id, taken.id));
  if (!own?.isOneOfMany) return true;
  return inTransaction(db, (tx) => gatherForOwner(tx, taken));
}

/**
 * Decides how a message to the owner is sent that came with too many others in a minute: with all that wait for the owner, which are merged
 * into it, once a minute. False when the minute is not over: then all of them are put back until it is. Rows are locked as in `postpone`.
 */
async function gatherForOwner(tx: Executor, taken: Sending): Promise<boolean> {
  await lockRecipient(tx, OWNER);
  const [last] = await tx
    .select({ next: sql<string | null>`(max(${mailSendings.at}) + interval '1 minute')::text` })
    .from(mailSendings)
    .where(and(eq(mailSendings.recipient, OWNER), gt(mailSendings.at, sql`now() - interval '1 minute'`)));
  const next = last?.next ?? null;
  const due = tx.$with("due").as(
    tx
      .select({ id: sql<number>`${messages.id}`.as("due_id") })
      .from(messages)
      .where(and(isWaiting, inArray(messages.kind, ownerKinds), lte(messages.nextAttemptAt, now)))
      .orderBy(asc(messages.id))
      .for("update", { skipLocked: true }),
  );
  await (next === null ? countMail(tx, taken, OWNER) : putBack(tx, taken, next));
  const changed = await tx
    .with(due)
    .update(messages)
    .set(
      next === null
        ? { state: "handled", mergedInto: taken.id, at: now, postponed: false }
        : { mergedInto: null, at: now, nextAttemptAt: next, postponed: true },
    )
    .from(due)
    .where(eq(messages.id, due.id))
    .returning({ id: messages.id });
  if (next !== null) return false;
  await followMerged(
    tx,
    changed.map(({ id }) => id),
  );
  return true;
}

/** Takes back what was counted of a message that the mail server was not given, or has refused. */
export async function uncountMail({ id, attempts }: Sending, db: Executor): Promise<void> {
  await db.delete(mailSendings).where(and(eq(mailSendings.messageId, id), eq(mailSendings.attempt, attempts)));
}
