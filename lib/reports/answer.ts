import { z } from "zod";
import { count, number, rupees } from "@/lib/http/answers";

export const topProduct = z
  .object({ productId: number, name: z.string(), totalQuantity: count })
  .meta({ id: "TopProduct" });

export const statsAnswer = z
  .object({
    totalOrders: count.meta({ description: "Cancelled ones too" }),
    totalUsers: count.meta({ description: "Customers" }),
    totalSales: rupees.meta({ description: "Rupees; cancelled orders left out" }),
    topProduct: topProduct.nullable(),
  })
  .meta({ id: "Stats" });

export const salesAnswer = z.array(
  z
    .object({ date: z.iso.date().meta({ description: "A day in Asia/Kolkata" }), revenue: rupees })
    .meta({ id: "SalesDay" }),
);
