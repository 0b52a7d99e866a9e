import { endpoint, route } from "@/lib/http/endpoint";
import * as invoices from "@/lib/invoices/operations";
import { invoiceResponse } from "@/lib/invoices/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders/{id}/invoice", {
  GET: endpoint(invoices.readAnyInvoice, {
    id: "getAdminInvoice",
    summary: "The invoice of an order",
    etag: true,
    answer: invoiceResponse,
  }),
});
