import { adminResponse } from "@/app/admin/admin-response";
import { parseQuery } from "@/lib/http/body";
import { newOrders } from "@/lib/orders/admin-queries";
import { newsQuery } from "@/lib/orders/schema";

/** What open screens ask every few seconds. */
export const GET = (request: Request) =>
  adminResponse(request, async (actor) => {
    const { seen } = parseQuery(newsQuery, new URL(request.url).searchParams);
    return Response.json(await newOrders(actor, seen), { headers: { "cache-control": "no-store" } });
  });
