import { endpoint, route } from "@/lib/http/endpoint";
import * as payments from "@/lib/orders/payment-operations";
import { orderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/orders/{id}/payments/claim", {
  POST: endpoint(payments.claimPayment, {
    id: "claimPayment",
    summary: "Say that an order was paid by UPI",
    description:
      "With the 12-digit UTR of the transfer, whose amount is what is due. The order is `claimed` until the shop has found the money.",
    example: { utr: "632915478201" },
    status: 201,
    answer: orderResponse,
    errors: { 409: "The UTR was used before (utr_used), nothing is due, or an earlier claim is still being checked" },
  }),
});
