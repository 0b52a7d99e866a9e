import { eq, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { enquiries } from "@/db/schema";
import { inTransaction, together } from "@/db/transaction";
import type { Actor, May } from "@/lib/auth/actor";
import { recordAudit } from "@/lib/auth/audit-log";
import { notFound } from "@/lib/errors";
import { insertEvents } from "@/lib/events";
import { addMessages } from "@/lib/outbox";
import { CONTACT_SENT, CUSTOM_ORDER_SENT } from "./constants";
import type { CustomOrderInput } from "./request-schema";
import type { ContactInput } from "./schema";

type Receipt = { id: number; message: string };

/**
 * Stores an enquiry for the account that is signed in, and the messages to both sides. A visitor's belongs to no account, whatever e-mail
 * address it contains.
 */
async function storeEnquiry(
  actor: Actor,
  values: Omit<typeof enquiries.$inferInsert, "userId">,
  message: string,
  db: Executor,
): Promise<Receipt> {
  const userId = actor.kind === "user" ? actor.id : null;
  return inTransaction(db, async (tx) => {
    const [row] = await tx
      .insert(enquiries)
      .values({ ...values, userId })
      .returning({ id: enquiries.id });
    if (!row) throw new Error("An enquiry was not stored");
    await addMessages(tx, [
      { kind: "enquiry_received", event: `enquiry_received:${row.id}`, enquiryId: row.id },
      { kind: "new_enquiry", event: `new_enquiry:${row.id}`, enquiryId: row.id },
    ]);
    await together(insertEvents(tx, [{ type: "enquiry.created", enquiryId: row.id }]));
    return { id: row.id, message };
  });
}

/** Stores a message from the contact form; anyone may write. Callers count the limit `contact`. */
export const sendContact = (actor: Actor, input: ContactInput, db: Executor) =>
  storeEnquiry(actor, { kind: "contact", ...input }, CONTACT_SENT, db);

/** Stores a request for a custom order; anyone may ask. Callers count the limit `contact`. */
export const sendCustomOrder = (actor: Actor, input: CustomOrderInput, db: Executor) =>
  storeEnquiry(actor, { kind: "custom_order", ...input }, CUSTOM_ORDER_SENT, db);

/** Marks an enquiry as done, or as open again. Doing it twice changes nothing. Throws `not_found`. */
export async function markEnquiry(
  actor: May<"messages:write">,
  id: number,
  done: boolean,
  db: Executor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const rows = await tx
      .update(enquiries)
      .set(
        done
          ? {
              doneAt: sql`coalesce(${enquiries.doneAt}, now())`,
              doneBy: sql`case when ${enquiries.doneAt} is null then ${actor.id}::int else ${enquiries.doneBy} end`,
            }
          : { doneAt: null, doneBy: null },
      )
      .where(eq(enquiries.id, id))
      .returning({ id: enquiries.id });
    if (rows.length === 0) throw notFound("Enquiry not found.");
    const text = done ? `marked enquiry no. ${id} as done` : `opened enquiry no. ${id} again`;
    await recordAudit(tx, actor, { noun: "messages", nounId: id, action: "mark enquiry", text });
  });
}
