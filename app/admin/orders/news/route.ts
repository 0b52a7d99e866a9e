import { adminData } from "@/app/admin/data";
import { orderNews } from "@/lib/orders/admin.server";

/** What open screens ask every few seconds. */
export const GET = (request: Request) =>
  adminData(request, async (actor) =>
    Response.json(await orderNews(actor), { headers: { "cache-control": "no-store" } }),
  );
