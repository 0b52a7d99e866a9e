import { endpoint, route } from "@/lib/http/endpoint";
import * as payments from "@/lib/orders/payment-operations";
import { orderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/orders/{id}/payments/on-delivery", {
  POST: endpoint(payments.payOnDelivery, {
    id: "payOnDelivery",
    summary: "Pay an unpaid order on delivery",
    description: "The order is not cancelled any more for want of an online payment.",
    answer: orderResponse,
    errors: { 409: "Its total cannot be paid on delivery (cod_unavailable, upTo), or it is paid or cancelled" },
  }),
});
