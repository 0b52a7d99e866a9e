import { endpoint, route } from "@/lib/http/endpoint";
import * as webhooks from "@/lib/webhooks/operations";
import { webhookDeliveryResponse } from "@/lib/webhooks/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/webhooks/{id}/test", {
  POST: endpoint(webhooks.testWebhook, {
    id: "testWebhook",
    summary: "Send a test to a webhook",
    status: 202,
    answer: webhookDeliveryResponse,
    errors: { 409: "The webhook is switched off" },
  }),
});
