import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { enquiries, invoiceLines, invoices, messages, orders, payments } from "@/db/schema";
import { customerKinds } from "@/lib/message-kinds";
import { toRupees } from "@/lib/money";

/*
 * What belongs to a person's orders and enquiries, for the download of an account. Money in rupees; no names of those who work for the shop.
 */

/** A list by the order that each entry is of, without that field. */
function byOrder<T extends { orderId: number }>(rows: T[]) {
  const lists = new Map<number, Omit<T, "orderId">[]>();
  for (const { orderId, ...row } of rows) lists.set(orderId, [...(lists.get(orderId) ?? []), row]);
  return lists;
}

/** The entries of the ledger of each of the person's orders. */
export async function paymentsOfPerson(userId: number, db: Executor) {
  const rows = await db
    .select({
      orderId: payments.orderId,
      method: payments.method,
      amount: payments.amount,
      state: payments.state,
      reference: payments.reference,
      reason: payments.reason,
      at: payments.at,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(payments.id));
  return byOrder(rows.map((row) => ({ ...row, amount: toRupees(row.amount) })));
}

const sumOf = (column: typeof invoiceLines.taxable | typeof invoiceLines.cgst) =>
  sql<number>`(select coalesce(sum(${column}), 0)::bigint from ${invoiceLines} where ${invoiceLines.invoiceId} = ${invoices.id})`;

/** The invoices and credit notes of each of the person's orders. */
export async function documentsOfPerson(userId: number, db: Executor) {
  const rows = await db
    .select({
      orderId: invoices.orderId,
      kind: invoices.kind,
      number: invoices.number,
      date: invoices.date,
      buyerName: invoices.buyerName,
      buyerAddress: invoices.buyerAddress,
      reason: invoices.reason,
      taxable: sumOf(invoiceLines.taxable),
      total: invoices.total,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(invoices.id));
  return byOrder(
    rows.map(({ taxable, total, ...row }) => ({
      ...row,
      taxable: toRupees(Number(taxable)),
      tax: toRupees(total - Number(taxable)),
      total: toRupees(total),
    })),
  );
}

/** The messages to the person about orders and enquiries, the oldest first. */
export const messagesToPerson = (userId: number, db: Executor) =>
  db
    .select({
      kind: messages.kind,
      orderId: messages.orderId,
      state: messages.state,
      createdAt: messages.createdAt,
      /** When it came to its state. */
      at: messages.at,
    })
    .from(messages)
    .leftJoin(orders, eq(orders.id, messages.orderId))
    .leftJoin(enquiries, eq(enquiries.id, messages.enquiryId))
    .where(and(inArray(messages.kind, customerKinds), or(eq(orders.userId, userId), eq(enquiries.userId, userId))))
    .orderBy(asc(messages.id));
