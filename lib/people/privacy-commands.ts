import { and, asc, eq, gte, inArray, isNotNull, lt, lte, not, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { BATCH, deleteInBatches, inBatches, someOf } from "@/db/batches";
import { type Executor, writeDb } from "@/db/client";
import { customerKinds } from "@/db/constants/messages";
import {
  auditLog,
  enquiries,
  gatewayEvents,
  idempotencyKeys,
  invitations,
  invoices,
  mailSendings,
  messages,
  orderBrowsers,
  orderCorrections,
  orderStatusHistory,
  orders,
  passwordResets,
  payments,
  rateLimits,
  sessions,
  webhookDeliveries,
} from "@/db/schema";
import { inTransaction, together } from "@/db/transaction";
import { ownerOf } from "@/lib/auth/tokens";
import { recordedUntil, shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { KEY_HOURS, scopeOf } from "@/lib/http/idempotency";
import { onePerProcess } from "@/lib/one-per-process";
import { hasNoAccount, lockedOrder } from "@/lib/order-access";
import { forTexts, isClosed } from "@/lib/orders/constants";
import { BUYER_NAMED_FROM, retention } from "./privacy-constants";

/** The columns of an order that are about a person. What was bought, for how much and in which area stays. */
const personOfOrder = {
  customerName: null,
  customerPhone: null,
  customerEmail: null,
  company: null,
  ...forTexts(() => null),
  personalMessage: null,
  internalNote: null,
  tracking: null,
  addressHash: null,
} as const;

/** The columns of a document that are about its buyer. The reason of a credit note is what the owner has typed. */
const personOfDocument = { buyerName: null, buyerAddress: null, reason: null } as const;

/** An open order keeps the company for its invoice: the law asks for it, and it can decide which tax is charged. */
export const companyWhileOpen = sql`case when ${orders.status} not in ('Completed', 'Cancelled') then ${orders.company} end`;

/** Removes the person from the orders that `which` selects. Locks: these orders by id. */
export const removePersonFromOrders = (which: SQL, tx: Executor, company: SQL | null = null) =>
  together(
    tx.select({ id: orders.id }).from(orders).where(which).orderBy(asc(orders.id)).for("no key update"),
    tx
      .update(orders)
      .set({ ...personOfOrder, company, updatedAt: sql`now()` })
      .where(which),
  );

/**
 * Removes the person from what belongs to orders. A body of a webhook that is still to be sent is made anew, of what is left. A UTR stays: the
 * accounts are compared with the bank's statement by it, and only the bank knows whose it is.
 */
async function removePersonBesideOrders(ids: SQL, tx: Executor) {
  await tx.delete(orderCorrections).where(sql`${orderCorrections.orderId} in ${ids}`);
  await tx.delete(orderBrowsers).where(sql`${orderBrowsers.orderId} in ${ids}`);
  // Those to the owner are about the order alone. The last error of one to the customer may contain the address.
  await tx.delete(messages).where(and(sql`${messages.orderId} in ${ids}`, inArray(messages.kind, customerKinds)));
  const bodiesOfThem = and(sql`${webhookDeliveries.orderId} in ${ids}`, isNotNull(webhookDeliveries.body));
  await tx.update(webhookDeliveries).set({ body: null }).where(bodiesOfThem);
  await tx
    .update(payments)
    .set({ reason: null })
    .where(and(sql`${payments.orderId} in ${ids}`, isNotNull(payments.reason)));
}

const credited = alias(invoices, "credited");

/**
 * Removes everything of a person who deletes the account from orders, payments, documents and messages. The rows of the orders are locked
 * already, so that no document is issued meanwhile. A credit note needs a name when the document that it credits does.
 */
export async function removePersonFromAccounts({ id, email }: { id: number; email: string }, tx: Executor) {
  const ids = sql`(select ${orders.id} from ${orders} where ${orders.userId} = ${id})`;
  await removePersonBesideOrders(ids, tx);
  await removePersonFromDocuments(ids, tx);
  await tx.delete(messages).where(sql`lower(${messages.email}) = lower(${email})`);
}

/**
 * Removes the buyer from the documents of orders. The law keeps the buyer of two kinds: of a company that got the goods itself, and of a total
 * from `BUYER_NAMED_FROM` on.
 */
async function removePersonFromDocuments(ids: SQL, tx: Executor) {
  const largeCredited = tx
    .select({ id: credited.id })
    .from(credited)
    .where(and(eq(credited.id, invoices.creditedId), gte(credited.total, BUYER_NAMED_FROM)));
  const ofPeople = sql`${invoices.orderId} in ${ids} and ${invoices.content} #>> '{company,deliveredTo}' is distinct from 'company'`;
  await tx
    .update(invoices)
    .set(personOfDocument)
    .where(and(ofPeople, lt(invoices.total, BUYER_NAMED_FROM), notExists(largeCredited)));
}

/** Removes the person from a closed order that this browser has placed without an account. Throws `not_found`; `conflict` while it is open. */
export async function eraseOrder(cartToken: string | null, id: number, db: Executor): Promise<void> {
  const visitor = { kind: "visitor", cartToken } as const;
  await inTransaction(db, async (tx) => {
    if (!isClosed(await lockedOrder(tx, id, ownerOf(visitor))))
      throw new AppError("conflict", "We need your details until the order is completed or cancelled.");
    const ids = sql`(${id}::int)`;
    await removePersonFromOrders(eq(orders.id, id), tx);
    await removePersonBesideOrders(ids, tx);
    await removePersonFromDocuments(ids, tx);
    const isAnswer = sql`(${idempotencyKeys.response}->>'json')::jsonb->>'id' = ${String(id)}`;
    await tx.delete(idempotencyKeys).where(and(eq(idempotencyKeys.scope, scopeOf(visitor) ?? ""), isAnswer));
  });
}

/** Transactions of one kind in a run of the job. */
const MOST_BATCHES = 4;

/** The first day of the financial years whose orders still name their person. */
export function oldestNamedDay(now: Date): string {
  const [year = 0, month = 0] = indiaDay(now).split("-").map(Number);
  return `${(month >= 4 ? year : year - 1) - retention.orderYears}-04-01`;
}

/** Whether one of these columns has something. */
const anyOf = <T extends PgTable>(table: T, columns: { [Name in keyof T]?: null }) =>
  or(...Object.keys(columns).map((name) => isNotNull(table[name as keyof T] as PgColumn)));

/** What was completed or cancelled before, as the time of an order without an account is counted. */
const isClosedBefore = (until: Date) =>
  sql`${orders.status} in ('Completed', 'Cancelled') and not exists (select from ${orderStatusHistory}
    where ${orderStatusHistory.orderId} = ${orders.id} and ${orderStatusHistory.at} >= ${until.toISOString()})`;

/** Removes the person from a batch of orders that were placed before the day; how many there were. */
async function clearOldOrders(until: Date, tx: Executor): Promise<number> {
  const cleared = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        lt(orders.createdAt, until.toISOString()),
        anyOf(orders, personOfOrder),
        or(not(hasNoAccount), isClosedBefore(until)),
      ),
    )
    .orderBy(orders.createdAt)
    .limit(BATCH);
  if (cleared.length === 0) return 0;
  const ids = cleared.map(({ id }) => id);
  await removePersonFromOrders(inArray(orders.id, ids), tx);
  await removePersonBesideOrders(sql`(select unnest(${sql.param(ids)}::int[]))`, tx);
  return ids.length;
}

/** The same of documents, by their own day. */
async function clearOldDocuments(day: string, tx: Executor): Promise<number> {
  const old = tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(lt(invoices.date, day), anyOf(invoices, personOfDocument)))
    .orderBy(invoices.date, invoices.id)
    .limit(BATCH)
    .for("no key update");
  const cleared = await tx
    .update(invoices)
    .set(personOfDocument)
    .where(inArray(invoices.id, old))
    .returning({ id: invoices.id });
  return cleared.length;
}

/** The messages whose time is over. */
const isOldMessage = (until: Date) =>
  or(
    and(sql`${messages.state} not in ('waiting', 'sending')`, lte(messages.at, until.toISOString())),
    and(eq(messages.state, "waiting"), lte(messages.createdAt, until.toISOString())),
  );

/** The last day whose older orders are known to name nobody: it changes once a year, and until then nothing has to be looked for. */
const cleared = onePerProcess("cleared orders", () => ({ before: "" }));

/**
 * Deletes and clears what the shop has stored as long as it may (`retention`), by the shop's clock. Safe to run in several processes at
 * once, and in small steps: what one run leaves, the next one finds.
 */
export async function purgeByRetention(db: Executor = writeDb(), now: Date = shopNow()): Promise<void> {
  const yearAgo = new Date(now);
  yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - retention.enquiryYears);
  const isOldEnquiry = lte(enquiries.doneAt, recordedUntil(yearAgo).toISOString());
  await deleteInBatches(db, MOST_BATCHES, enquiries, isOldEnquiry);
  const daysAgo = recordedUntil(new Date(now.getTime() - retention.messageDays * 86_400_000));
  await deleteInBatches(db, MOST_BATCHES, messages, isOldMessage(daysAgo));
  await deleteInBatches(
    db,
    MOST_BATCHES,
    auditLog,
    lte(auditLog.at, sql`now() - ${retention.auditYears}::int * interval '1 year'`),
  );
  const deliveriesUntil = recordedUntil(new Date(now.getTime() - retention.deliveryDays * 86_400_000)).toISOString();
  await deleteInBatches(db, MOST_BATCHES, webhookDeliveries, lte(webhookDeliveries.createdAt, deliveriesUntil));
  const day = oldestNamedDay(now);
  if (day === cleared.before) return;
  const placed = recordedUntil(new Date(`${day}T00:00:00+05:30`));
  const orders = await inBatches(db, MOST_BATCHES, (tx) => clearOldOrders(placed, tx));
  const documents = await inBatches(db, MOST_BATCHES, (tx) => clearOldDocuments(day, tx));
  if (orders && documents) cleared.before = day;
}

/**
 * Batches of each table in a run: 20,000 rows every 15 seconds, more than a shop makes. Deleting them takes the database well under a
 * second.
 */
const MOST_EXPIRED_BATCHES = 40;

/** Removes the address from a batch of orders that no longer count for it. */
async function forgetAddresses(tx: Executor): Promise<number> {
  const isOver = and(isNotNull(orders.addressHash), lte(orders.createdAt, sql`now() - interval '1 day'`));
  const cleared = await tx
    .update(orders)
    .set({ addressHash: null })
    .where(someOf(orders, isOver))
    .returning({ id: orders.id });
  return cleared.length;
}

/** Deletes sessions, reset links, idempotency keys, rate limits, counted mails and hashed addresses whose time is over. */
export async function purgeExpired(): Promise<void> {
  const now = sql`now()`;
  const expired: [PgTable, SQL][] = [
    [sessions, lte(sessions.expiresAt, now)],
    [passwordResets, lte(passwordResets.expiresAt, now)],
    [invitations, lte(invitations.expiresAt, now)],
    [rateLimits, lte(rateLimits.resetsAt, now)],
    [idempotencyKeys, lte(idempotencyKeys.createdAt, sql`now() - ${KEY_HOURS}::int * interval '1 hour'`)],
    [gatewayEvents, lte(gatewayEvents.at, sql`now() - interval '30 days'`)],
    [mailSendings, lte(mailSendings.at, sql`now() - interval '1 day'`)],
  ];
  for (const [table, which] of expired) await deleteInBatches(writeDb(), MOST_EXPIRED_BATCHES, table, which);
  await inBatches(writeDb(), MOST_EXPIRED_BATCHES, forgetAddresses);
}
