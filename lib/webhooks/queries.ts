import { asc, desc, eq } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { webhookDeliveries, webhooks } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { notFound } from "@/lib/errors";
import { pageCount } from "@/lib/pagination";
import type { Webhook } from "./responses";

export const webhookNotFound = () => notFound("Webhook not found.");

/** What is shown of a webhook. */
export const webhookColumns = {
  id: webhooks.id,
  url: webhooks.url,
  events: webhooks.events,
  active: webhooks.active,
  createdAt: webhooks.createdAt,
};

/** All webhooks, the oldest first. */
export async function listWebhooks(_actor: May<"webhooks:read">, db = readDb()): Promise<Webhook[]> {
  return db.select(webhookColumns).from(webhooks).orderBy(asc(webhooks.id));
}

/** One of them; throws `not_found`. */
export async function findWebhook(_actor: May<"webhooks:read">, id: number, db = readDb()): Promise<Webhook> {
  const [webhook] = await db.select(webhookColumns).from(webhooks).where(eq(webhooks.id, id));
  if (!webhook) throw webhookNotFound();
  return webhook;
}

const columns = {
  id: webhookDeliveries.id,
  type: webhookDeliveries.type,
  at: webhookDeliveries.createdAt,
  attempts: webhookDeliveries.attempts,
  state: webhookDeliveries.state,
  status: webhookDeliveries.status,
  error: webhookDeliveries.error,
  nextAttemptAt: webhookDeliveries.nextAttemptAt,
};

const toDelivery = ({ nextAttemptAt, ...row }: Awaited<ReturnType<typeof readDeliveries>>[number]) => ({
  ...row,
  nextAt: row.state === "pending" ? nextAttemptAt : null,
});
export type Delivery = ReturnType<typeof toDelivery>;

const readDeliveries = (db: Executor) => db.select(columns).from(webhookDeliveries).$dynamic();

/** A delivery as the API answers it: why it failed is a text for people. */
export const toApiDelivery = ({ error: _, ...delivery }: Delivery) => delivery;

/** One delivery, for the API. */
export async function findDelivery(id: string, db: Executor) {
  const [row] = await readDeliveries(db).where(eq(webhookDeliveries.id, id));
  if (!row) throw notFound("Delivery not found.");
  return toApiDelivery(toDelivery(row));
}
export type ApiDelivery = Awaited<ReturnType<typeof findDelivery>>;

const PAGE_SIZE = 50;

/** A page of the deliveries of a webhook, newest first; a page past the end has no items. Throws `not_found`. */
export async function listDeliveries(actor: May<"webhooks:read">, id: number, page: number, db = readDb()) {
  await findWebhook(actor, id, db);
  const isOfIt = eq(webhookDeliveries.webhookId, id);
  const [total, rows] = await Promise.all([
    db.$count(webhookDeliveries, isOfIt),
    readDeliveries(db)
      .where(isOfIt)
      .orderBy(desc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
  ]);
  const totalPages = pageCount(total, PAGE_SIZE);
  return { items: rows.map(toDelivery), meta: { page, pageSize: PAGE_SIZE, total, totalPages } };
}
