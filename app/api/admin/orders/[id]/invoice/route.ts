import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { findAnyInvoice } from "@/lib/invoices/queries";
import { invoiceResponse } from "@/lib/invoices/responses";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders/{id}/invoice", {
  GET: endpoint(
    {
      id: "getAdminInvoice",
      tag: "Admin",
      summary: "The invoice of an order",
      actor: "admin",
      params: z.object({ id: pathId }),
      etag: true,
      answer: invoiceResponse,
    },
    ({ actor, params }) => findAnyInvoice(actor, params.id),
  ),
});
