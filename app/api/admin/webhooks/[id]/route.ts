import { endpoint, route } from "@/lib/http/endpoint";
import { says } from "@/lib/http/responses";
import * as webhooks from "@/lib/webhooks/operations";
import { webhookResponse } from "@/lib/webhooks/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/webhooks/{id}", {
  PUT: endpoint(webhooks.updateWebhook, {
    id: "updateWebhook",
    summary: "Change a webhook, or switch it on or off",
    example: { url: "https://erp.example/mithaas", events: ["order.created"], active: true },
    answer: webhookResponse,
  }),
  DELETE: endpoint(webhooks.deleteWebhook, {
    id: "deleteWebhook",
    summary: "Delete a webhook with its deliveries",
    ...says("Webhook deleted."),
  }),
});
