import { endpoint, route } from "@/lib/http/endpoint";
import * as payments from "@/lib/orders/payment-operations";
import { adminOrderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  "/api/admin/orders/{id}/payments/{paymentId}/confirm",
  {
    POST: endpoint(payments.confirmPayment, {
      id: "confirmPayment",
      summary: "Confirm that claimed money has come in",
      description: "Once more changes nothing.",
      example: {},
      answer: adminOrderResponse,
      errors: {
        409: "It was rejected or never claimed, or less is due by now (overpaid, due), unless `force` accepts it",
      },
    }),
  },
);
