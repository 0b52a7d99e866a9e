import { endpoint, route } from "@/lib/http/endpoint";
import * as invoices from "@/lib/invoices/operations";
import { invoiceResponse } from "@/lib/invoices/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/orders/{id}/invoice", {
  GET: endpoint(invoices.readInvoice, {
    id: "getInvoice",
    summary: "The invoice of an order of the customer",
    description:
      "A tax invoice, or a bill of supply while the shop has no GSTIN, with its credit notes. 404 before it is issued: with the status Shipped or Completed.",
    etag: true,
    answer: invoiceResponse,
  }),
});
