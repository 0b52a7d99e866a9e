import type { z } from "zod";
import type { May } from "@/lib/auth/actor";
import { recordView } from "@/lib/auth/audit-log";
import { read } from "@/lib/http/operation";
import { idParams } from "@/lib/text";
import { companyDocuments, documentSeries, gstSummary } from "./gst-queries";
import { invoicePdf } from "./pdf";
import { findInvoice, type InvoiceReader } from "./queries";
import { documentQuery, type GstMonths, gstQuery } from "./schema";

/** Customers have the invoices of their own orders, admins all. */
const invoice = {
  params: idParams,
  run: ({ actor, input }: { actor: InvoiceReader; input: { id: number } }) => findInvoice(actor, input.id),
};
export const readInvoice = read({ by: "customer", ...invoice });
export const readAnyInvoice = read({ by: "invoices:read", ...invoice });

const pdf = {
  params: idParams,
  query: documentQuery,
  run: ({ actor, input }: { actor: InvoiceReader; input: { id: number; number?: string } }) =>
    invoicePdf(actor, input.id, input.number),
};
export const readInvoicePdf = read({ by: "customer", ...pdf });
export const readAnyInvoicePdf = read({ by: "invoices:read", ...pdf });

/** A report of some months. The audit log has who read it. */
const gstReport = <Row>(what: string, report: (actor: May<"invoices:read">, months: GstMonths) => Promise<Row[]>) => ({
  by: "invoices:read" as const,
  query: gstQuery,
  run: async ({ actor, input }: { actor: May<"invoices:read">; input: z.output<typeof gstQuery> }) => {
    await recordView(actor, { noun: "invoices", nounId: null, text: `exported ${what}` });
    return report(actor, input);
  },
});
export const readGstSummary = read(gstReport("the GST summary", gstSummary));
export const readDocumentSeries = read(gstReport("the list of documents", documentSeries));
export const readCompanyDocuments = read(gstReport("the invoices for companies", companyDocuments));
