import { adminGet } from "@/app/admin/admin-response";
import { newOrders } from "@/lib/orders/admin-queries";
import { newsQuery } from "@/lib/orders/schema";

/** The newest order and the number of new ones, which open pages poll. */
export const GET = adminGet(["orders:read"], newsQuery, async (admin, { seen }) =>
  Response.json(await newOrders(admin, seen), { headers: { "cache-control": "no-store" } }),
);
