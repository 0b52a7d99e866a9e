import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { rupees } from "@/lib/http/responses";
import * as payments from "@/lib/orders/payment-operations";

const answer = z
  .object({
    orderId: z.string().meta({ description: "The order of the payment gateway" }),
    amount: rupees.meta({ description: "What is due" }),
    url: z.url().meta({ description: "Where the customer's browser posts `fields` as a form" }),
    fields: z.record(z.string(), z.string()),
  })
  .meta({
    id: "OnlineCheckout",
    examples: [
      {
        orderId: "order_9A33XWu170gUtm",
        amount: 1408,
        url: "https://api.razorpay.com/v1/checkout/embedded",
        fields: { key_id: "rzp_live_1234567890", order_id: "order_9A33XWu170gUtm" },
      },
    ],
  });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/orders/{id}/payments/online", {
  POST: endpoint(payments.openCheckout, {
    id: "openOnlineCheckout",
    summary: "Pay an order online",
    description:
      "Answers the form that the customer's browser posts to the payment gateway's page. As often as it is asked for, the gateway's order is the same while the same amount is due. 404 when the shop has no gateway; 503 while the gateway is away.",
    answer,
    errors: { 409: "It is paid or cancelled, or a UPI payment is being checked" },
  }),
});
