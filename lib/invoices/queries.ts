import { asc, getTableColumns, inArray, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { invoiceLines, invoices, orders } from "@/db/schema";
import { isStaff, type May, type Shopper } from "@/lib/auth/actor";
import { ownerOf } from "@/lib/auth/tokens";
import { notFound } from "@/lib/errors";
import { orderNotFound, visibleOrder } from "@/lib/order-access";
import type { Content } from "./content";
import { type Invoice, type StoredDocument, toInvoice } from "./serializers";

/** Every document of some orders with its lines, oldest first. Money in paise. */
async function readDocuments(orderIds: number[], db: Executor): Promise<StoredDocument[]> {
  return db
    .select({
      ...getTableColumns(invoices),
      content: sql<Content>`${invoices.content}`,
      lines: sql<StoredDocument["lines"]>`(
        select json_agg(json_build_object(
          'position', l.position, 'name', l.name, 'hsn', l.hsn, 'quantity', l.quantity, 'rate', l.rate, 'taxable', l.taxable,
          'cgst', l.cgst, 'sgst', l.sgst, 'igst', l.igst, 'total', l.total) order by l.position)
        from ${invoiceLines} l where l.invoice_id = ${invoices}.id)`,
    })
    .from(invoices)
    .where(inArray(invoices.orderId, orderIds))
    .orderBy(asc(invoices.id));
}

/** The latest invoice of each order, in the order of the ids, with its other documents. Orders without one are left out. */
async function readInvoices(orderIds: number[], db: Executor): Promise<Invoice[]> {
  if (orderIds.length === 0) return [];
  const documents = await readDocuments(orderIds, db);
  return [...new Set(orderIds)].flatMap((id) => {
    const own = documents.filter(({ orderId }) => orderId === id);
    return own.length > 0 ? [toInvoice(own)] : [];
  });
}

export type InvoiceReader = Shopper | May<"invoices:read">;

/** The invoice of an order, for shoppers of an own one; `not_found` for everybody else's, and before it is issued. */
export async function findInvoice(actor: InvoiceReader, orderId: number, db = readDb()): Promise<Invoice> {
  const visible = await db
    .select({ id: orders.id })
    .from(orders)
    .where(visibleOrder(orderId, isStaff(actor) ? null : ownerOf(actor)));
  if (visible.length === 0) throw orderNotFound();
  const [invoice] = await readInvoices([orderId], db);
  if (!invoice) throw notFound("There is no invoice for this order yet.");
  return invoice;
}

/** The invoices of several orders, in the order of the ids; orders without one are left out. */
export const findInvoices = (_actor: May<"invoices:read">, orderIds: number[]): Promise<Invoice[]> =>
  readInvoices(orderIds, readDb());

/** The invoice of an order for a message about it; null before it is issued. The caller has authorised. */
export async function invoiceOf(orderId: number, db = readDb()): Promise<Invoice | null> {
  const [invoice] = await readInvoices([orderId], db);
  return invoice ?? null;
}
