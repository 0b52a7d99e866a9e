import { writeDb } from "@/db/client";
import { enquiries } from "@/db/schema";
import type { Actor } from "@/lib/auth/actor";
import { CONTACT_SENT, type ContactInput, CUSTOM_ORDER_SENT, type CustomOrderInput } from "./schema";

type Receipt = { id: number; message: string };

/** Stores an enquiry for who is signed in; a visitor's is nobody's, whatever e-mail it names. */
async function store(
  actor: Actor,
  values: Omit<typeof enquiries.$inferInsert, "userId">,
  message: string,
): Promise<Receipt> {
  const userId = actor.kind === "user" ? actor.id : null;
  const [row] = await writeDb()
    .insert(enquiries)
    .values({ ...values, userId })
    .returning({ id: enquiries.id });
  if (!row) throw new Error("An enquiry was not stored");
  return { id: row.id, message };
}

/** Stores a message from the contact form; anyone may write. Callers count the limit `contact`. */
export function sendContact(actor: Actor, input: ContactInput): Promise<Receipt> {
  return store(actor, { kind: "contact", ...input }, CONTACT_SENT);
}

/** Stores a request for a custom order; anyone may ask. Callers count the limit `contact`. */
export function sendCustomOrder(actor: Actor, input: CustomOrderInput): Promise<Receipt> {
  return store(actor, { kind: "custom_order", ...input }, CUSTOM_ORDER_SENT);
}
