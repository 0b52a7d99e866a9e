import { adminResponse } from "@/app/admin/admin-response";
import { parseQuery } from "@/lib/http/body";
import { newOrders } from "@/lib/orders/admin-queries";
import { newsQuery } from "@/lib/orders/schema";

/** The newest order and the number of new ones, which open pages poll. */
export const GET = (request: Request) =>
  adminResponse(request, async (actor) => {
    const { seen } = parseQuery(newsQuery, new URL(request.url).searchParams);
    const news = await newOrders(actor, seen);
    return Response.json(news, { headers: { "cache-control": "no-store" } });
  });
