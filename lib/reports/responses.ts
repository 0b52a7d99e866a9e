import { z } from "zod";
import { paymentMethods, paymentStates } from "@/db/constants/payments";
import { count, positiveInt, rupees, time } from "@/lib/http/responses";

export const topProduct = z
  .object({
    productId: positiveInt,
    name: z.string(),
    totalQuantity: count.meta({ description: "Packs sold" }),
    kilograms: z
      .number()
      .min(0)
      .nullable()
      .meta({ description: "Their weight, as far as the packs have one; null when none has" }),
  })
  .meta({
    id: "TopProduct",
    examples: [{ productId: 61, name: "Kaju Katli", totalQuantity: 310, kilograms: 155 }],
  });

export const statsResponse = z
  .object({
    totalOrders: count.meta({ description: "Cancelled ones too" }),
    totalUsers: count.meta({ description: "Customers" }),
    totalSales: rupees.meta({ description: "Rupees; cancelled orders left out" }),
    topProduct: topProduct.nullable(),
  })
  .meta({ id: "Stats", examples: [{ totalOrders: 0, totalUsers: 2, totalSales: 0, topProduct: null }] });

export const salesResponse = z.array(
  z
    .object({ date: z.iso.date().meta({ description: "A day in Asia/Kolkata" }), revenue: rupees })
    .meta({ id: "SalesDay", examples: [{ date: "2026-01-26", revenue: 1408 }] }),
);

export const paymentDaysResponse = z.array(
  z
    .object({
      date: z.iso.date().meta({ description: "A day in Asia/Kolkata" }),
      method: z.enum(paymentMethods),
      received: rupees.meta({ description: "What came in on that day" }),
      refunded: rupees.meta({ description: "What went back on that day" }),
      outstanding: rupees.meta({
        description:
          "What is due of the orders that were placed on that day, by the method chosen; cancelled ones left out",
      }),
      fee: rupees.nullable().optional().meta({
        description: "Of the payment gateway for what came in online on that day; null: it has named none yet",
      }),
      payments: z.array(z.string()).optional().meta({ description: "The gateway's ids of what came in online" }),
    })
    .meta({
      id: "PaymentDay",
      examples: [{ date: "2026-01-26", method: "upi", received: 2578, refunded: 170, outstanding: 1408 }],
    }),
);

/** `GET /admin/reports/payments/list`. */
export const paymentListResponse = z.array(
  z
    .object({
      at: time,
      orderId: positiveInt,
      method: z.enum(paymentMethods),
      state: z.enum(paymentStates).meta({ description: "received or refunded" }),
      amount: rupees,
      reference: z.string().nullable().meta({ description: "The UTR, or the gateway's id of the payment or refund" }),
      fee: rupees.nullable().meta({ description: "Of the payment gateway; null: it has none, or named none yet" }),
      by: z.string().nullable().meta({ description: "Who has recorded it; null for the customer and the gateway" }),
    })
    .meta({
      id: "ListedPayment",
      examples: [
        {
          ...{ at: "2026-01-26T09:30:00.000Z", orderId: 12, method: "upi", state: "received", amount: 1408 },
          ...{ reference: "412345678901", fee: null, by: "Meena Patil" },
        },
      ],
    }),
);

/** `GET /admin/reports/plans`. */
export const planReportResponse = z.array(
  z
    .object({
      day: z.iso.date(),
      productId: positiveInt,
      name: z.string(),
      promised: count.meta({ description: "Ordered and held in carts, of the day's plan" }),
      made: count,
      sold: z.int().meta({
        description:
          "Ordered of the day's plan, and sold from stock on that day; below 0 when more came back from cancelled orders",
      }),
      wasted: count.meta({ description: "Thrown away on that day" }),
      left: z.int().meta({ description: "In stock at the end of that day" }),
    })
    .meta({
      id: "PlanReportDay",
      examples: [
        {
          ...{ day: "2026-11-26", productId: 61, name: "Kaju Katli" },
          ...{ promised: 14, made: 20, sold: 17, wasted: 1, left: 2 },
        },
      ],
    }),
);
