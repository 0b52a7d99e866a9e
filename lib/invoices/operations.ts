import { read } from "@/lib/http/operation";
import { idParams } from "@/lib/text";
import { invoicePdf } from "./pdf";
import { findInvoice, type InvoiceReader } from "./queries";
import { documentQuery } from "./schema";

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
