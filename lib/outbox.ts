import { eq } from "drizzle-orm";
import type { Executor } from "@/db/client";
import type { SwitchableKind } from "@/db/constants/messages";
import { messages, settings } from "@/db/schema";
import { run } from "@/db/transaction";

/*
 * The outbox: what happened is stored as a message to be sent, in the transaction of the event. Every noun may write to it; lib/messages,
 * which is above them, sends.
 */

/** A message to be sent. `event` names what happened: each event has one message, however often it is added. */
export type NewMessage = Pick<
  typeof messages.$inferInsert,
  "event" | "orderId" | "sweetId" | "paymentId" | "enquiryId"
> & { kind: SwitchableKind | "refund_failed" };

/** Which kinds the owner has left on: the section `messages` of the settings. A kind that is not named is on. */
type Switches = Partial<Record<NewMessage["kind"], boolean>>;

/**
 * The statement that stores messages in the transaction of their event, those of a kind that the owner has left on. False when there is
 * nothing to be stored.
 */
export function insertMessages(tx: Executor, switches: Switches, all: readonly NewMessage[]) {
  const wanted = all.filter(({ kind }) => switches[kind] !== false);
  return wanted.length > 0 && tx.insert(messages).values(wanted).onConflictDoNothing({ target: messages.event });
}

/** Stores messages, for a transaction that has not read the settings. */
export async function addMessages(tx: Executor, all: readonly NewMessage[]): Promise<void> {
  const [row] = await run(tx.select({ value: settings.value }).from(settings).where(eq(settings.section, "messages")));
  const statement = insertMessages(tx, (row?.value ?? {}) as Switches, all);
  if (statement) await run(statement);
}
