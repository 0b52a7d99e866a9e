import { and, asc, eq, exists, gte, lte, notExists, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { type Executor, readDb } from "@/db/client";
import { messages, webhookDeliveries, webhooks } from "@/db/schema";
import { inTransaction } from "@/db/transaction";
import { decrypt } from "@/lib/auth/secrets";
import { PAUSES, TRYING_DAYS } from "./constants";
import { dataOf } from "./event-data";
import type { Outcome } from "./send";

const isActive = (id: number) => and(eq(webhooks.id, id), eq(webhooks.active, true));

/** Seconds after which a delivery whose process has ended is taken up again: longer than an attempt takes. */
const LEASE_SECONDS = 60;

const now = sql`now()`;
const inSeconds = (seconds: number) => sql`now() + ${seconds}::int * interval '1 second'`;
const isPending = sql`${webhookDeliveries.state} = 'pending'`; // in words, as the index has it
const isDue = and(isPending, lte(webhookDeliveries.nextAttemptAt, now));

/** The active webhooks for which something is due. */
export async function dueWebhooks(db: Executor = readDb()): Promise<{ id: number }[]> {
  const due = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhooks.id), isDue));
  return db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.active, true), exists(due)));
}

/**
 * Takes what has been due for longest of a webhook; null when nothing is. Several processes that take at once take different ones. What is
 * not settled is taken again after a minute: a process may end at any moment.
 */
export async function takeDelivery(webhookId: number, db: Executor) {
  const active = db.select({ id: webhooks.id }).from(webhooks).where(isActive(webhookId));
  const next = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), isDue, exists(active)))
    .orderBy(asc(webhookDeliveries.nextAttemptAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [taken] = await db
    .update(webhookDeliveries)
    .set({ attempts: sql`${webhookDeliveries.attempts} + 1`, at: now, nextAttemptAt: inSeconds(LEASE_SECONDS) })
    // Not `in`: see takeMessage() of lib/messages/outbox-commands.ts.
    .where(eq(webhookDeliveries.id, next))
    .returning();
  return taken ?? null;
}
export type TakenDelivery = NonNullable<Awaited<ReturnType<typeof takeDelivery>>>;

/** The delivery as it was taken: not once it was taken again. */
const stillTaken = ({ id, attempts }: TakenDelivery) =>
  and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.attempts, attempts), isPending);

/** What an attempt sends, and where to. */
export type Prepared = { url: string; secrets: string[]; body: string };

/**
 * Makes what an attempt sends. The body is made at the first one and stored. Null when nothing is to be sent now: the webhook was switched
 * off meanwhile, or what the event is about is locked for a moment or gone.
 */
export const prepareDelivery = (taken: TakenDelivery, db: Executor): Promise<Prepared | null> =>
  inTransaction(db, async (tx) => {
    const { url, secret, oldSecret } = webhooks;
    const old = sql<string | null>`case when ${webhooks.oldSecretEnds} > now() then ${oldSecret} end`;
    // The body as it is stored now: an account that was deleted a moment ago has left it.
    const [webhook] = await tx
      .select({ url, secret, old, body: webhookDeliveries.body })
      .from(webhooks)
      .innerJoin(webhookDeliveries, stillTaken(taken))
      .where(isActive(taken.webhookId));
    const body = webhook && (webhook.body ?? (await makeBody(taken, tx)));
    if (!body) return null;
    const secrets = [webhook.secret, webhook.old].flatMap((sealed) => (sealed === null ? [] : decrypt(sealed)));
    return { url: webhook.url, secrets, body };
  });

async function makeBody(taken: TakenDelivery, tx: Executor): Promise<string | null> {
  const { id, type, createdAt: timestamp } = taken;
  const data = await dataOf(taken, tx);
  if (data === "gone") {
    await tx.delete(webhookDeliveries).where(stillTaken(taken));
    return null;
  }
  if (data === "locked") {
    const again = { attempts: taken.attempts - 1, nextAttemptAt: inSeconds(1) };
    await tx.update(webhookDeliveries).set(again).where(stillTaken(taken));
    return null;
  }
  const body = JSON.stringify({ id, type, timestamp, data });
  const stored = await tx
    .update(webhookDeliveries)
    .set({ body })
    .where(stillTaken(taken))
    .returning({ id: webhookDeliveries.id });
  return stored.length > 0 ? body : null;
}

/**
 * Notes how an attempt ended. After a failure there is another one, the last of them three days after the event; when none is left, and nothing else has
 * arrived since then, the webhook is switched off, and the owner gets a message.
 */
export const settleDelivery = (taken: TakenDelivery, outcome: Outcome, db: Executor): Promise<void> =>
  inTransaction(db, async (tx) => {
    const settle = (change: PgUpdateSetSource<typeof webhookDeliveries>) =>
      tx
        .update(webhookDeliveries)
        .set({ ...outcome, at: now, ...change })
        .where(stillTaken(taken))
        .returning({ state: webhookDeliveries.state });
    if (outcome.error === null) {
      await settle({ state: "delivered" });
      return;
    }
    const pause = PAUSES[Math.min(taken.attempts, PAUSES.length) - 1] ?? 0;
    const end = sql`${webhookDeliveries.createdAt} + ${TRYING_DAYS}::int * interval '1 day'`;
    const [settled] = await settle({
      state: sql`case when ${end} <= now() then 'failed' else 'pending' end`,
      nextAttemptAt: sql`least(${inSeconds(pause)}, ${end})`,
    });
    if (settled?.state === "failed") await switchOffFailing(taken, tx);
  });

/** Switches a webhook off to which nothing has arrived since the event of a delivery that has failed for good, with a message to the owner. */
async function switchOffFailing({ id, webhookId, createdAt }: TakenDelivery, tx: Executor): Promise<void> {
  const arrived = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.state, "delivered"),
        gte(webhookDeliveries.at, createdAt),
      ),
    );
  const switchedOff = await tx
    .update(webhooks)
    .set({ active: false })
    .where(and(isActive(webhookId), lte(webhooks.activeSince, createdAt), notExists(arrived)))
    .returning({ id: webhooks.id });
  if (switchedOff.length > 0)
    await tx
      .insert(messages)
      .values({ kind: "webhook_off", event: `webhook_off:${id}`, webhookId })
      .onConflictDoNothing({ target: messages.event });
}
