import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import type { Changes } from "@/db/constants/auth";
import type { EventType } from "@/db/constants/webhooks";
import { webhookDeliveries, webhooks } from "@/db/schema";
import { inTransaction } from "@/db/transaction";
import type { Actor, May } from "@/lib/auth/actor";
import { changesBetween, recordAudit } from "@/lib/auth/audit-log";
import { encrypt } from "@/lib/auth/secrets";
import { env } from "@/lib/env";
import { AppError, invalid, notFound } from "@/lib/errors";
import { addressesOf, PrivateAddress } from "./addresses";
import { MAX_WEBHOOKS, OLD_SECRET_HOURS } from "./constants";
import { type ApiDelivery, findDelivery, webhookColumns, webhookNotFound } from "./queries";
import type { NewWebhook, Webhook } from "./responses";
import { newSecret } from "./signature";

/** Milliseconds for the DNS when an address is saved. */
const LOOKUP_MS = 2_000;

/**
 * Throws `invalid` for an address that does not lead to a public one. A name that the DNS does not know now may be known when something is
 * sent, and is judged then. Asks no database: to be called before a write.
 */
export async function assertPublic(url: string): Promise<void> {
  const signal = AbortSignal.timeout(LOOKUP_MS);
  try {
    await addressesOf(new URL(url), { withLoopback: env.WEBHOOK_PRIVATE, signal });
  } catch (error) {
    if (error instanceof PrivateAddress) throw invalid("url", "This is no public address");
  }
}

/** Writes to the audit log. The host names the webhook: the rest of its address may be a secret of the receiver. */
const audit = (
  tx: Executor,
  actor: Actor,
  { id, url }: Pick<Webhook, "id" | "url">,
  action: string,
  did: string,
  changes?: Changes,
) => {
  const text = `${did} the webhook to ${new URL(url).host}`;
  return recordAudit(tx, actor, { action, noun: "webhooks", nounId: id, text, changes });
};

/** Adds a webhook. The secret is given back and never again. Throws `conflict` when there are 20. */
export async function createWebhook(
  actor: May<"webhooks:write">,
  { url, events }: { url: string; events: EventType[] },
  db: Executor,
): Promise<NewWebhook> {
  const secret = newSecret();
  return inTransaction(db, async (tx) => {
    if ((await tx.$count(webhooks)) >= MAX_WEBHOOKS)
      throw new AppError("conflict", `There are ${MAX_WEBHOOKS} webhooks already. Please delete one first.`);
    const sealed = encrypt(secret);
    const [webhook] = await tx.insert(webhooks).values({ url, events, secret: sealed }).returning(webhookColumns);
    if (!webhook) throw new Error("The webhook was not stored");
    await audit(tx, actor, webhook, "create", "added");
    return { ...webhook, secret };
  });
}

/** Does something with a webhook, which is locked until the transaction ends. Throws `not_found`. */
async function withWebhook<T>(
  id: number,
  db: Executor,
  work: (tx: Executor, webhook: Webhook) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    const [webhook] = await tx.select(webhookColumns).from(webhooks).where(eq(webhooks.id, id)).for("no key update");
    if (!webhook) throw webhookNotFound();
    return work(tx, webhook);
  });
}

/** Changes a webhook. What happens while it is off is not sent later. Throws `not_found`. */
export const updateWebhook = (
  actor: May<"webhooks:write">,
  { id, url, events, active }: Omit<Webhook, "createdAt">,
  db: Executor,
): Promise<Webhook> =>
  withWebhook(id, db, async (tx, before) => {
    const activeSince = active && !before.active ? sql`now()` : undefined;
    await tx.update(webhooks).set({ url, events, active, activeSince }).where(eq(webhooks.id, id));
    await audit(tx, actor, { id, url }, "change", "changed", {
      // By its host alone, also when only the rest of the address has changed.
      ...(before.url !== url && { url: [new URL(before.url).host, new URL(url).host] }),
      ...changesBetween({ events: before.events, active: before.active }, { events, active }),
    });
    return { ...before, url, events, active };
  });

/** Deletes a webhook with its deliveries. Throws `not_found`. */
export const deleteWebhook = (actor: May<"webhooks:write">, id: number, db: Executor): Promise<void> =>
  withWebhook(id, db, async (tx, webhook) => {
    await tx.delete(webhooks).where(eq(webhooks.id, id));
    await audit(tx, actor, webhook, "delete", "deleted");
  });

/** Makes a new secret, which is given back and never again; the one before it signs too for a day. Throws `not_found`. */
export const renewSecret = (actor: May<"webhooks:write">, id: number, db: Executor): Promise<NewWebhook> =>
  withWebhook(id, db, async (tx, webhook) => {
    const secret = newSecret();
    const oldSecretEnds = sql`now() + ${OLD_SECRET_HOURS}::int * interval '1 hour'`;
    await tx
      .update(webhooks)
      .set({ secret: encrypt(secret), oldSecret: sql`${webhooks.secret}`, oldSecretEnds })
      .where(eq(webhooks.id, id));
    await audit(tx, actor, webhook, "new secret", "made a new secret of");
    return { ...webhook, secret };
  });

/** Throws `conflict` for a webhook to which nothing is sent. */
function assertActive({ active }: Webhook): void {
  if (!active) throw new AppError("conflict", "This webhook is switched off. Please switch it on first.");
}

/** Sends a delivery again, whatever has become of it, with its id and body. Throws `not_found` and `conflict`. */
export const resendDelivery = (
  actor: May<"webhooks:write">,
  { id, deliveryId }: { id: number; deliveryId: string },
  db: Executor,
): Promise<ApiDelivery> =>
  withWebhook(id, db, async (tx, webhook) => {
    assertActive(webhook);
    const [again] = await tx
      .update(webhookDeliveries)
      .set({ state: "pending", nextAttemptAt: sql`now()` })
      .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, id)))
      .returning({ type: webhookDeliveries.type });
    if (!again) throw notFound("Delivery not found.");
    await audit(tx, actor, webhook, "send again", `sent ${again.type} again by`);
    return findDelivery(deliveryId, tx);
  });

/** Sends a delivery of the type `test`. Throws `not_found` and `conflict`. */
export const testWebhook = (actor: May<"webhooks:write">, id: number, db: Executor): Promise<ApiDelivery> =>
  withWebhook(id, db, async (tx, webhook) => {
    assertActive(webhook);
    const test = tx.insert(webhookDeliveries).values({ webhookId: id, type: "test" });
    const [{ id: deliveryId } = { id: "" }] = await test.returning({ id: webhookDeliveries.id });
    await audit(tx, actor, webhook, "test", "sent a test by");
    return findDelivery(deliveryId, tx);
  });
