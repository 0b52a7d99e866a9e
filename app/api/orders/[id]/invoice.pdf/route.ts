import { z } from "zod";
import { endpoint, FileResponse, route } from "@/lib/http/endpoint";
import { invoicePdf } from "@/lib/invoices/pdf";
import { pdfResponse } from "@/lib/invoices/responses";
import { documentQuery } from "@/lib/invoices/schema";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/orders/{id}/invoice.pdf", {
  GET: endpoint(
    {
      id: "getInvoicePdf",
      tag: "Orders",
      summary: "The invoice of an order of the customer as PDF",
      description:
        "The same bytes each time. `number` asks for another document of the order: a credit note, or an invoice before this one. 503 while too many of all people are being drawn.",
      actor: "customer",
      params: z.object({ id: pathId }),
      query: documentQuery,
      etag: true,
      media: "application/pdf",
      answer: pdfResponse,
      errors: { 429: "Five files of this person are being drawn already" },
    },
    async ({ actor, params, query }) => {
      const { bytes, filename } = await invoicePdf(actor, params.id, query.number);
      return new FileResponse(bytes, filename);
    },
  ),
});
