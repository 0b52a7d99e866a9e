import { z } from "zod";
import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";
import { trackingUrl } from "@/lib/messages/links";
import * as payments from "@/lib/orders/payment-operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/payments/razorpay/callback", {
  POST: endpoint(payments.receiveCallback, {
    id: "receivePaymentCallback",
    summary: "Come back from the payment gateway's page",
    description:
      "A form that the customer's browser posts, signed by the gateway. Leads to the order's page, or to its tracking page in a browser that does not have the order.",
    body: "form",
    status: 303,
    location: true,
    answer: z.null(),
    errors: { 404: "The shop has no gateway" },
    // The gateway's page is another site, whose form sends no cookie of ours: the tracking page leads who has the order to the order.
    respond: ({ orderId, isOwn }) =>
      new ApiResponse(null, {
        status: 303,
        location: isOwn ? `/orders/${orderId}` : `${new URL(trackingUrl(orderId)).pathname}?paid=1`,
      }),
  }),
});
