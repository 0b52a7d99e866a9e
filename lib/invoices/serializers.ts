import type { invoices } from "@/db/schema";
import { toRupees } from "@/lib/money";
import type { Content } from "./content";
import type { DocumentLine } from "./lines";
import { amounts } from "./rules";

/** A document with its lines. Money in paise. */
export type StoredDocument = typeof invoices.$inferSelect & {
  content: Content;
  lines: (DocumentLine & { position: number })[];
};

const documentOf = ({ number, date, issuedAt, lines, buyerName, buyerAddress, content }: StoredDocument) => ({
  number,
  date,
  issuedAt,
  buyer: { name: buyerName, address: buyerAddress },
  company: content.company ?? null,
  lines: lines.map((line) => ({
    name: line.name,
    hsn: line.hsn,
    quantity: line.quantity,
    /** Percent. */
    rate: line.rate / 100,
    ...amounts((name) => toRupees(line[name])),
  })),
  totals: amounts((name) => toRupees(lines.reduce((sum, line) => sum + line[name], 0))),
});

const noteOf = (note: StoredDocument) => ({ ...documentOf(note), total: toRupees(note.total), reason: note.reason });
export type CreditNote = ReturnType<typeof noteOf>;

function invoiceOf(invoice: StoredDocument, documents: readonly StoredDocument[]) {
  const { seller, order, placeOfSupply, interState } = invoice.content;
  return {
    kind: invoice.kind === "tax_invoice" ? ("tax_invoice" as const) : ("bill_of_supply" as const),
    ...documentOf(invoice),
    seller,
    order,
    placeOfSupply,
    interState,
    creditNotes: documents.filter(({ creditedId }) => creditedId === invoice.id).map(noteOf),
  };
}

/**
 * The latest invoice of an order with its credit notes. Money in rupees. An order that was cancelled and taken up again has earlier ones,
 * oldest first.
 */
export function toInvoice(documents: readonly StoredDocument[]) {
  const all = documents.filter(({ kind }) => kind !== "credit_note").map((invoice) => invoiceOf(invoice, documents));
  const latest = all.pop();
  if (!latest) throw new Error("a credit note without an invoice");
  return { ...latest, earlier: all };
}
export type Invoice = ReturnType<typeof toInvoice>;
export type IssuedInvoice = Invoice["earlier"][number];
