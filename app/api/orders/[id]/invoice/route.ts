import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { findInvoice } from "@/lib/invoices/queries";
import { invoiceResponse } from "@/lib/invoices/responses";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/orders/{id}/invoice", {
  GET: endpoint(
    {
      id: "getInvoice",
      tag: "Orders",
      summary: "The invoice of an order of the customer",
      description:
        "A tax invoice, or a bill of supply while the shop has no GSTIN, with its credit notes. 404 before it is issued: with the status Shipped or Completed.",
      actor: "customer",
      params: z.object({ id: pathId }),
      etag: true,
      answer: invoiceResponse,
    },
    ({ actor, params }) => findInvoice(actor, params.id),
  ),
});
