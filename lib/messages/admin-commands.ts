import { and, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { linkKinds, type MessageState } from "@/db/constants/messages";
import { messages } from "@/db/schema";
import { inTransaction } from "@/db/transaction";
import type { May } from "@/lib/auth/actor";
import { recordAudit } from "@/lib/auth/audit-log";
import { env } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";

/** Why a message could not be changed. */
async function refuse(id: number, db: Executor): Promise<never> {
  const [row] = await db.select({ state: messages.state }).from(messages).where(eq(messages.id, id));
  if (!row) throw notFound("Message not found.");
  throw new AppError("conflict", "This message has changed meanwhile. Please look again.");
}

const isOneOf = (id: number, states: MessageState[]) => and(eq(messages.id, id), inArray(messages.state, states));

/**
 * The owner has passed a message on by hand. The request for a link is deleted, so that the address is not stored.
 * Throws `not_found`; `conflict` for one that is being sent or was sent.
 */
export async function markHandled(actor: May<"messages:write">, id: number, db: Executor): Promise<void> {
  const isOpen = isOneOf(id, ["waiting", "failed", "unknown"]);
  await inTransaction(db, async (tx) => {
    const deleted = await tx
      .delete(messages)
      .where(and(isOpen, inArray(messages.kind, linkKinds)))
      .returning({ id: messages.id });
    const rows =
      deleted.length > 0
        ? deleted
        : await tx
            .update(messages)
            .set({ state: "handled", at: sql`now()` })
            .where(isOpen)
            .returning({ id: messages.id });
    if (rows.length === 0) await refuse(id, tx);
    const text = `marked message no. ${id} as done`;
    await recordAudit(tx, actor, { noun: "messages", nounId: id, action: "mark message", text });
  });
}

/**
 * Lets a message be sent that has failed, or that may not have arrived: then it may come twice, as the owner has decided.
 * Throws `not_found`; `conflict` for any other one, and when the shop sends no mail.
 */
export async function sendAgain(actor: May<"messages:write">, id: number, db: Executor): Promise<void> {
  if (!env.SMTP_URL) throw new AppError("conflict", "This shop sends no mail.");
  await inTransaction(db, async (tx) => {
    const rows = await tx
      .update(messages)
      .set({ state: "waiting", attempts: 0, lastError: null, at: sql`now()`, nextAttemptAt: sql`now()` })
      .where(isOneOf(id, ["failed", "unknown"]))
      .returning({ id: messages.id });
    if (rows.length === 0) await refuse(id, tx);
    const text = `let message no. ${id} be sent again`;
    await recordAudit(tx, actor, { noun: "messages", nounId: id, action: "send message", text });
  });
}
