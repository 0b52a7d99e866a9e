import { adminData } from "@/app/admin/data";
import { parseQuery } from "@/lib/http/body";
import { orderNews } from "@/lib/orders/admin.server";
import { newsQuery } from "@/lib/orders/schema";

/** What open screens ask every few seconds. */
export const GET = (request: Request) =>
  adminData(request, async (actor) => {
    const { seen } = parseQuery(newsQuery, new URL(request.url).searchParams);
    return Response.json(await orderNews(actor, seen), { headers: { "cache-control": "no-store" } });
  });
