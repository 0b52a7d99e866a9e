import { endpoint, route } from "@/lib/http/endpoint";
import * as payments from "@/lib/orders/payment-operations";
import { adminOrderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders/{id}/payments", {
  POST: endpoint(payments.recordPayment, {
    id: "recordPayment",
    summary: "Record money that was received for an order",
    example: { method: "cod", amount: 1170, reference: null },
    status: 201,
    answer: adminOrderResponse,
    errors: {
      409: "More than is due (overpaid, due), unless `force` accepts it; or the UTR was used before (utr_used)",
    },
  }),
});
