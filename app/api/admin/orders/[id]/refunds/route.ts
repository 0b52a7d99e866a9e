import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { refundOrder } from "@/lib/invoices/order-commands";
import { adminOrderResponse } from "@/lib/orders/responses";
import { refundInput } from "@/lib/payments/schema";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders/{id}/refunds", {
  POST: endpoint(
    {
      id: "refundOrder",
      tag: "Admin",
      summary: "Record money that was paid back",
      description: "A part or all of what was received. Once there is an invoice, a credit note is issued with it.",
      actor: "admin",
      params: z.object({ id: pathId }),
      body: refundInput,
      example: { amount: 170, reason: "One box was damaged" },
      idempotent: true,
      status: 201,
      answer: adminOrderResponse,
      errors: { 409: "More than was received and not yet refunded (overpaid, due)" },
    },
    ({ actor, params, body, write }) => write((db) => refundOrder(actor, params.id, body, db)),
  ),
});
