import { asc, count, eq, or } from "drizzle-orm";
import { readDb } from "@/db/client";
import { enquiries, messages, orders, payments, sweets } from "@/db/schema";
import type { MessageKind } from "@/lib/message-kinds";
import type { DigestEntry } from "./digest-mails";

/** Entries that a mail names of those that were merged into it; it counts the others. */
const MOST_NAMED = 40;

/** How many messages of each kind were merged into one, itself aside; empty for a message that says only its own event. */
export type Merged = ReadonlyMap<MessageKind, number>;

/** What was merged into a message. */
export async function mergedInto(id: number): Promise<Merged> {
  const rows = await readDb()
    .select({ kind: messages.kind, count: count() })
    .from(messages)
    .where(eq(messages.mergedInto, id))
    .groupBy(messages.kind);
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

/** A message and those that were merged into it, the oldest first, as many as a mail names. */
const isOf = (id: number) => or(eq(messages.id, id), eq(messages.mergedInto, id));

/** The numbers of the enquiries whose receipts are one mail. */
export async function mergedEnquiries(id: number): Promise<number[]> {
  const rows = await readDb()
    .select({ enquiryId: messages.enquiryId })
    .from(messages)
    .where(isOf(id))
    .orderBy(asc(messages.id))
    .limit(MOST_NAMED);
  return rows.flatMap(({ enquiryId }) => enquiryId ?? []);
}

/** What the owner's messages of one mail are about. */
export const mergedForOwner = (id: number): Promise<DigestEntry[]> =>
  readDb()
    .select({
      kind: messages.kind,
      orderId: messages.orderId,
      enquiryId: messages.enquiryId,
      /** Paise. */
      total: orders.total,
      amount: payments.amount,
      enquiry: enquiries.kind,
      subject: enquiries.subject,
      sweet: sweets.name,
    })
    .from(messages)
    .leftJoin(orders, eq(orders.id, messages.orderId))
    .leftJoin(payments, eq(payments.id, messages.paymentId))
    .leftJoin(enquiries, eq(enquiries.id, messages.enquiryId))
    .leftJoin(sweets, eq(sweets.id, messages.sweetId))
    .where(isOf(id))
    .orderBy(asc(messages.id))
    .limit(MOST_NAMED);
