import { endpoint, route } from "@/lib/http/endpoint";
import * as payments from "@/lib/orders/payment-operations";
import { adminOrderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  "/api/admin/orders/{id}/payments/{paymentId}/reject",
  {
    POST: endpoint(payments.rejectPayment, {
      id: "rejectPayment",
      summary: "Say that claimed money has not come in",
      description: "Once more changes nothing.",
      example: {},
      answer: adminOrderResponse,
      errors: { 409: "It was confirmed or never claimed" },
    }),
  },
);
