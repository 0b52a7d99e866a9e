import { db } from "@/db/client";
import { enquiries } from "@/db/schema";
import { CONTACT_SENT, type ContactInput, CUSTOM_ORDER_SENT, type CustomOrderInput } from "./input";

type Receipt = { id: number; message: string };

async function keep(values: typeof enquiries.$inferInsert, message: string): Promise<Receipt> {
  const [row] = await db.insert(enquiries).values(values).returning({ id: enquiries.id });
  if (!row) throw new Error("An enquiry was not stored");
  return { id: row.id, message };
}

/** Stores a message from the contact form; anyone may write. Callers count the limit `contact` (decisions §2). */
export function sendContact(input: ContactInput): Promise<Receipt> {
  return keep({ kind: "contact", ...input }, CONTACT_SENT);
}

/** Stores a request for a custom order; anyone may ask. Callers count the limit `contact` (decisions §2). */
export function sendCustomOrder(input: CustomOrderInput): Promise<Receipt> {
  return keep({ kind: "custom_order", ...input }, CUSTOM_ORDER_SENT);
}
