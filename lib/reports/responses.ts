import { z } from "zod";
import { count, positiveInt, rupees } from "@/lib/http/responses";

export const topProduct = z
  .object({ productId: positiveInt, name: z.string(), totalQuantity: count })
  .meta({ id: "TopProduct", examples: [{ productId: 61, name: "Kaju Katli", totalQuantity: 310 }] });

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
