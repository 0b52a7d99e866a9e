import { z } from "zod";
import { enquiryKinds } from "@/db/constants/enquiries";
import { type DeliveryType, deliveryStates, deliveryTypes, eventTypes } from "@/db/constants/webhooks";
import { sweetResponse } from "@/lib/catalogue/responses";
import { count, positiveInt, time } from "@/lib/http/responses";
import { adminOrderResponse } from "@/lib/orders/responses";
import { planDayResponse } from "@/lib/stock/plan-responses";
import { eventTexts } from "./constants";

const row = {
  id: positiveInt,
  url: z.string(),
  events: z.array(z.enum(eventTypes)),
  active: z.boolean().meta({ description: "False also after all deliveries of three days have failed" }),
  createdAt: time,
};
export const webhookResponse = z.object(row).meta({ id: "Webhook" });
export type Webhook = z.infer<typeof webhookResponse>;

/** With the secret, which is shown when it is made and never again. */
export const newWebhookResponse = z
  .object({ ...row, secret: z.string().meta({ description: "Checks signatures by Standard Webhooks; shown once" }) })
  .meta({ id: "NewWebhook" });
export type NewWebhook = z.infer<typeof newWebhookResponse>;

export const webhookDeliveryResponse = z
  .object({
    id: z.uuid().meta({ description: "The header webhook-id, the same for each attempt" }),
    type: z.enum(deliveryTypes),
    at: time.meta({ description: "When it happened" }),
    attempts: count,
    state: z.enum(deliveryStates),
    status: z.int().nullable().meta({ description: "Of the last answer; null without one" }),
    nextAt: time.nullable().meta({ description: "Of the next attempt; null when there is none" }),
  })
  .meta({ id: "WebhookDelivery" });

export const deliveryListResponse = z
  .object({
    items: z.array(webhookDeliveryResponse),
    meta: z.object({ page: positiveInt, pageSize: positiveInt, total: count, totalPages: count }),
  })
  .meta({ id: "WebhookDeliveryList" });

const { payments } = adminOrderResponse.shape;
const payment = z.object({ order: adminOrderResponse, payment: payments.element });
const enquiry = z.object({
  id: positiveInt,
  kind: z.enum(enquiryKinds),
  name: z.string(),
  subject: z.string().nullable(),
});

/** What the `data` of each event is. */
const dataOf: Record<DeliveryType, z.ZodType> = {
  "order.created": adminOrderResponse,
  "order.updated": adminOrderResponse,
  "order.cancelled": adminOrderResponse,
  "payment.received": payment,
  "payment.refunded": payment,
  "sweet.updated": sweetResponse,
  "stock.low": sweetResponse,
  "stock.out": sweetResponse,
  "plan.full": z.object({ productId: positiveInt, name: z.string(), ...planDayResponse.shape }),
  "enquiry.created": enquiry,
  test: z.object({}),
};

/** The bodies that are sent, as the OpenAPI document lists them. */
export const sentBodies = deliveryTypes.map((type) => {
  const body = z.object({
    id: z.uuid(),
    type: z.literal(type),
    timestamp: time.meta({ description: "When it happened" }),
    data: dataOf[type],
  });
  return { type, when: eventTexts[type], body };
});
