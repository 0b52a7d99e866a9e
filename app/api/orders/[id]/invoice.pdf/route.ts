import { endpoint, FileResponse, route } from "@/lib/http/endpoint";
import * as invoices from "@/lib/invoices/operations";
import { pdfResponse } from "@/lib/invoices/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/orders/{id}/invoice.pdf", {
  GET: endpoint(invoices.readInvoicePdf, {
    id: "getInvoicePdf",
    summary: "The invoice of an order of the customer as PDF",
    description:
      "The same bytes each time. `number` asks for another document of the order: a credit note, or an invoice before this one. 503 while too many of all people are being drawn.",
    etag: true,
    media: "application/pdf",
    answer: pdfResponse,
    errors: { 429: "Five files of this person are being drawn already" },
    respond: ({ bytes, filename }) => new FileResponse(bytes, filename),
  }),
});
