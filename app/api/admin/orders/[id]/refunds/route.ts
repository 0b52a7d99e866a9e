import { endpoint, route } from "@/lib/http/endpoint";
import * as payments from "@/lib/orders/payment-operations";
import { adminOrderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders/{id}/refunds", {
  POST: endpoint(payments.refundOrder, {
    id: "refundOrder",
    summary: "Record money that was paid back",
    description: "A part or all of what was received. Once there is an invoice, a credit note is issued with it.",
    example: { amount: 170, reason: "One box was damaged" },
    status: 201,
    answer: adminOrderResponse,
    errors: { 409: "More than was received and not yet refunded (overpaid, due)" },
  }),
});
