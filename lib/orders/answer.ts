import { z } from "zod";
import { count, number, rupees, time } from "@/lib/http/answers";
import { statuses } from "./input";

const status = z.enum(statuses);
const text = z.string().nullable();

const shared = {
  id: number,
  status,
  channel: z.enum(["web", "api", "counter"]),
  createdAt: time,
  updatedAt: time,
  total: rupees.meta({ description: "Rupees, gift wrap in it; delivery is not" }),
  giftWrap: z.boolean(),
  personalMessage: text,
  recipientName: text,
  deliveryAddress: text,
  phoneNumber: text,
  notes: text,
};

/** An order as its customer sees it. */
export const orderAnswer = z
  .object({
    ...shared,
    items: z.array(
      z.object({
        id: number,
        productId: number,
        name: z.string(),
        quantity: number,
        price: rupees,
        slug: text.meta({ description: "The sweet's page while it is on sale" }),
        image: text,
      }),
    ),
    history: z.array(z.object({ status, at: time })),
  })
  .meta({ id: "Order" });

/** An order as admins see it. */
export const adminOrderAnswer = z
  .object({
    ...shared,
    user: z
      .object({ name: z.string(), email: z.string() })
      .nullable()
      .meta({ description: "Null for a deleted account" }),
    internalNote: text,
    items: z.array(
      z.object({
        id: number,
        productId: number,
        orderId: number,
        quantity: number,
        price: rupees,
        product: z.object({ name: z.string() }),
      }),
    ),
    history: z.array(z.object({ from: status.nullable(), to: status, at: time, by: text })),
    corrections: z.array(z.object({ field: z.string(), from: text, to: z.string(), at: time, by: text })),
  })
  .meta({ id: "AdminOrder" });

export const adminOrderListAnswer = z
  .object({
    items: z.array(adminOrderAnswer),
    meta: z.object({ page: number, pageSize: number, total: count, totalPages: count }),
  })
  .meta({ id: "AdminOrderList" });
