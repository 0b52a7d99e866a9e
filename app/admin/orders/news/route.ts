import { assertMay, may } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { parseQuery } from "@/lib/http/body";
import { responseOrProblem } from "@/lib/http/problem";
import { newOrders } from "@/lib/orders/admin-queries";
import { newsQuery } from "@/lib/orders/schema";

/** The newest order and how many are newer than `seen`. Open screens of staff poll it. */
export const GET = (request: Request) =>
  responseOrProblem(request, async () => {
    const actor = await currentActor();
    const reader = may(actor, "kitchen:read") ? actor : assertMay(actor, "orders:read");
    const { seen } = parseQuery(newsQuery, new URL(request.url).searchParams);
    return Response.json(await newOrders(reader, seen), { headers: { "cache-control": "no-store" } });
  });
