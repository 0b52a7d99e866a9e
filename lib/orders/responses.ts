import { z } from "zod";
import { deliveryMethods } from "@/db/constants/delivery";
import { channels, statuses } from "@/db/constants/orders";
import { orderPaymentStates, paymentMethods, paymentStates } from "@/db/constants/payments";
import { areaKinds } from "@/db/constants/settings";
import { count, positiveInt, rupees, time } from "@/lib/http/responses";
import { companyResponse } from "@/lib/invoices/responses";
import { forTexts } from "./constants";

const status = z.enum(statuses);
const text = z.string().nullable();
const why = z.string().optional().meta({ description: "Of what nobody has done, such as Not paid in time" });

const sharedLine = {
  id: positiveInt,
  productId: positiveInt,
  packId: positiveInt,
  packLabel: z.string().meta({ description: "As it was called when it was sold" }),
  quantity: positiveInt.meta({ description: "Packs" }),
  price: rupees.meta({ description: "Of one pack" }),
  day: z.iso.date().nullable().meta({ description: "The day from whose plan it is; null: from stock" }),
  bestBefore: z.iso.date().nullable().meta({ description: "From the day of the window, or of the order" }),
};

/** How an order is delivered. */
export const fulfilmentResponse = z
  .object({
    method: z.enum(deliveryMethods).nullable().meta({ description: "Null: to be arranged by telephone" }),
    area: z.object({ name: z.string(), kind: z.enum(areaKinds) }).nullable(),
    pincode: text,
    fee: rupees,
    slot: z.object({ date: z.iso.date(), from: z.string(), to: z.string() }).nullable(),
  })
  .meta({ id: "Fulfilment" });

/** How an order is paid. */
export const paymentResponse = z
  .object({
    method: z.enum(paymentMethods),
    state: z.enum(orderPaymentStates),
    paid: rupees.meta({ description: "What was received and not refunded" }),
    due: rupees.meta({ description: "What was not yet received; 0 once Cancelled. A refund does not reopen it" }),
  })
  .meta({ id: "OrderPayment" });

const shared = {
  id: positiveInt,
  status,
  channel: z.enum(channels),
  createdAt: time,
  updatedAt: time,
  total: rupees.meta({ description: "Rupees, with gift wrap and delivery fee" }),
  giftWrap: z.boolean(),
  personalMessage: text,
  ...forTexts(() => text),
  day: z.iso.date().nullable().meta({ description: "The day for which it is; null: none was named" }),
  fulfilment: fulfilmentResponse,
  tracking: z
    .object({ carrier: text, number: text, url: text })
    .nullable()
    .meta({ description: "The courier that brings it, as staff have entered it" }),
  company: companyResponse,
  payment: paymentResponse,
};

const example = {
  id: 12,
  status: "Pending",
  channel: "api",
  createdAt: "2026-01-26T09:30:00.000Z",
  updatedAt: "2026-01-26T09:30:00.000Z",
  total: 1408,
  giftWrap: true,
  personalMessage: "Happy Diwali!",
  ...forTexts(() => null),
  recipientName: "Asha Rao",
  deliveryAddress: "12 Marine Drive, Mumbai 400002",
  phoneNumber: "98200 00000",
  day: "2026-01-27",
  fulfilment: {
    method: "delivery",
    area: { name: "Mumbai", kind: "local" },
    pincode: "400002",
    fee: 0,
    slot: { date: "2026-01-27", from: "10:00", to: "13:00" },
  },
  tracking: null,
  company: null,
  payment: { method: "cod", state: "unpaid", paid: 0, due: 1408 },
};
const line = {
  id: 30,
  productId: 61,
  packId: 61,
  packLabel: "500 g",
  quantity: 2,
  price: 679,
  day: null,
  bestBefore: "2026-02-16",
};
const at = example.createdAt;

/** An order as its customer sees it. */
export const orderResponse = z
  .object({
    ...shared,
    items: z.array(
      z.object({
        ...sharedLine,
        name: z.string(),
        slug: text.meta({ description: "The sweet's page while it is on sale" }),
        image: text,
      }),
    ),
    history: z.array(z.object({ status, at: time, reason: why })),
  })
  .meta({
    id: "Order",
    examples: [
      {
        ...example,
        items: [{ ...line, name: "Kaju Katli", slug: "kaju-katli", image: null }],
        history: [{ status: "Pending", at }],
      },
    ],
  });

/** An order as admins see it. */
export const adminOrderResponse = z
  .object({
    ...shared,
    user: z.object({ name: z.string(), email: z.string() }).nullable().meta({
      description:
        "The account that ordered. Null for what staff took or sold, what was ordered without an account, and for a deleted account",
    }),
    customer: z
      .object({ name: z.string(), phone: z.string(), email: z.string().nullable() })
      .nullable()
      .meta({ description: "Whose order staff took, or who ordered without an account; null for all others" }),
    internalNote: text,
    packedAt: time.nullable().meta({ description: "When the kitchen packed it" }),
    items: z.array(z.object({ ...sharedLine, orderId: positiveInt, product: z.object({ name: z.string() }) })),
    payments: z
      .array(
        z.object({
          id: positiveInt,
          method: z.enum(paymentMethods),
          amount: rupees,
          state: z.enum(paymentStates).meta({ description: "A refund is an entry of its own" }),
          reference: text,
          reason: text.meta({ description: "Of a refund or a rejection" }),
          fee: rupees.optional().meta({ description: "Of the payment gateway, with its tax, once it has said so" }),
          at: time,
          by: text,
        }),
      )
      .meta({ description: "The ledger, oldest first" }),
    history: z.array(z.object({ from: status.nullable(), to: status, at: time, by: text, reason: why })),
    corrections: z.array(z.object({ field: z.string(), from: text, to: z.string(), at: time, by: text })),
  })
  .meta({
    id: "AdminOrder",
    examples: [
      {
        ...example,
        user: { name: "Asha Rao", email: "asha@example.com" },
        customer: null,
        internalNote: null,
        packedAt: null,
        payments: [],
        items: [{ ...line, orderId: 12, product: { name: "Kaju Katli" } }],
        history: [{ from: null, to: "Pending", at, by: "Asha Rao" }],
        corrections: [],
      },
    ],
  });

/** An order with a refund of which something has not gone. */
export const refundedOrderResponse = adminOrderResponse
  .extend({
    left: rupees.optional().meta({ description: "What of the refund has not gone, when it has failed in part" }),
  })
  .meta({ id: "RefundedOrder" });

export const adminOrderListResponse = z
  .object({
    items: z.array(adminOrderResponse),
    meta: z.object({ page: positiveInt, pageSize: positiveInt, total: count, totalPages: count }),
  })
  .meta({ id: "AdminOrderList" });
