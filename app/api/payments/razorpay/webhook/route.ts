import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import * as payments from "@/lib/orders/payment-operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/payments/razorpay/webhook", {
  POST: endpoint(payments.receiveWebhook, {
    id: "receivePaymentWebhook",
    summary: "Hear of an event of the payment gateway",
    description:
      "Signed by `X-Razorpay-Signature` over the body. Each `x-razorpay-event-id` is done once, in any order; events that the shop does not know are ignored.",
    body: "text",
    answer: z.object({ received: z.literal(true) }),
    errors: { 404: "The shop has no gateway" },
    respond: () => ({ received: true as const }),
  }),
});
