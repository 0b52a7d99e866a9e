import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import * as webhooks from "@/lib/webhooks/operations";
import { newWebhookResponse, webhookResponse } from "@/lib/webhooks/responses";

const example = { url: "https://erp.example/mithaas", events: ["order.created", "order.cancelled"] };

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/webhooks", {
  GET: endpoint(webhooks.listWebhooks, {
    id: "listWebhooks",
    summary: "The webhooks",
    answer: z.array(webhookResponse),
  }),
  POST: endpoint(webhooks.createWebhook, {
    id: "createWebhook",
    summary: "Add a webhook",
    description:
      "What is sent is under `webhooks` of this document, signed as Standard Webhooks say. The address must begin with https:// and lead to a public address.",
    example,
    status: 201,
    answer: newWebhookResponse,
    errors: { 409: "There are as many webhooks as there may be" },
  }),
});
