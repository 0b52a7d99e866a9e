import { endpoint, route } from "@/lib/http/endpoint";
import * as webhooks from "@/lib/webhooks/operations";
import { deliveryListResponse } from "@/lib/webhooks/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/webhooks/{id}/deliveries", {
  GET: endpoint(webhooks.listDeliveries, {
    id: "listWebhookDeliveries",
    summary: "The deliveries of a webhook in 30 days, newest first",
    answer: deliveryListResponse,
  }),
});
