import { endpoint, route } from "@/lib/http/endpoint";
import * as webhooks from "@/lib/webhooks/operations";
import { newWebhookResponse } from "@/lib/webhooks/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/webhooks/{id}/secret", {
  POST: endpoint(webhooks.renewSecret, {
    id: "renewWebhookSecret",
    summary: "Make a new secret for a webhook",
    description: "It is shown once. For 24 hours the one before it signs too.",
    answer: newWebhookResponse,
  }),
});
