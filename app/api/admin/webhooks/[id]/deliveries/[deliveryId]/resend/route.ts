import { endpoint, route } from "@/lib/http/endpoint";
import * as webhooks from "@/lib/webhooks/operations";
import { webhookDeliveryResponse } from "@/lib/webhooks/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  "/api/admin/webhooks/{id}/deliveries/{deliveryId}/resend",
  {
    POST: endpoint(webhooks.resendDelivery, {
      id: "resendWebhookDelivery",
      summary: "Send a delivery again",
      description: "With its id and body, whatever has become of it.",
      status: 202,
      answer: webhookDeliveryResponse,
      errors: { 409: "The webhook is switched off" },
    }),
  },
);
