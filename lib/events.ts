import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { webhookDeliveries, webhooks } from "@/db/schema";
import { built } from "@/db/transaction";

/*
 * Events for other programs: one is stored in the transaction of what has happened, once for each webhook that wants it. Every noun may write one;
 * lib/webhooks, which is above them, makes its data and sends it. In a shop without webhooks such a statement reads an empty table.
 */

/** What happened: its type, and what it is about. */
export type NewEvent = Pick<
  typeof webhookDeliveries.$inferInsert,
  "type" | "orderId" | "paymentId" | "sweetId" | "enquiryId"
>;

/** The columns of `events` of `storeEvents`. */
const columns = sql.raw(`type text, "orderId" int, "paymentId" int, "sweetId" int, "enquiryId" int, day date`);

/**
 * The statement that stores events for the webhooks that want them. `events` is a SELECT with the columns of a `NewEvent` and `day`; it is not
 * executed while there is no active webhook.
 */
export function storeEvents(tx: Executor, events: SQL) {
  const active = tx.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.active, true));
  const delivery = {
    id: sql`gen_random_uuid()`.as("id"),
    webhookId: webhooks.id,
    type: sql`event.type`.as("type"),
    orderId: sql`event."orderId"`.as("orderId"),
    paymentId: sql`event."paymentId"`.as("paymentId"),
    sweetId: sql`event."sweetId"`.as("sweetId"),
    enquiryId: sql`event."enquiryId"`.as("enquiryId"),
    day: sql`event.day`.as("day"),
    body: sql`null`.as("body"),
    state: sql`'pending'`.as("state"),
    attempts: sql`0`.as("attempts"),
    status: sql`null`.as("status"),
    error: sql`null`.as("error"),
    nextAttemptAt: sql`now()`.as("nextAttemptAt"),
    createdAt: sql`now()`.as("createdAt"),
    at: sql`null`.as("at"),
  };
  return tx.insert(webhookDeliveries).select(
    tx
      .select(delivery)
      .from(webhooks)
      .innerJoin(sql`(${events}) event`, sql`event.type = any(${webhooks.events})`)
      .where(and(eq(webhooks.active, true), exists(active))),
  );
}

const storeListed = built((tx, { listed }: { listed: string }) =>
  storeEvents(tx, sql`select * from jsonb_to_recordset(${listed}::text::jsonb) as listed(${columns})`),
);

/** The statement that stores what happened, to be sent in its transaction. False when there is nothing to be stored. */
export const insertEvents = (tx: Executor, events: readonly NewEvent[]) =>
  events.length > 0 && storeListed(tx, { listed: JSON.stringify(events) });
