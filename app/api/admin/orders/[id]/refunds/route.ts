import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";
import * as payments from "@/lib/orders/payment-operations";
import { refundedOrderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders/{id}/refunds", {
  POST: endpoint(payments.refundOrder, {
    id: "refundOrder",
    summary: "Pay money back, or record that it was",
    description:
      "A part or all of what was received. What was paid online is paid back by the payment gateway, as `refund_pending` until it says that it was `refunded`. With `method` it is only recorded. Once there is an invoice, a credit note is issued with it.",
    example: { amount: 170, reason: "One box was damaged" },
    status: 201,
    answer: refundedOrderResponse,
    also: { 200: "A part of it has failed: `left` says how much" },
    respond: ({ order, left }) => (left > 0 ? new ApiResponse({ ...order, left }, { status: 200 }) : order),
    errors: { 409: "More than was received and not yet refunded (overpaid, due), or than was paid online (available)" },
  }),
});
