import { assertShopper, LOGIN_NEEDED } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { AppError } from "@/lib/errors";
import { responseOrProblem } from "@/lib/http/problem";
import { hasOrders } from "@/lib/orders/browser-orders";
import { findOrder, listOwnRows } from "@/lib/orders/queries";
import { pageNumber, pathId } from "@/lib/text";

/** The orders of a page of My Orders, or one of them, for the shop's own pages; other clients use GET /api/orders. */
export const GET = (request: Request) =>
  responseOrProblem(request, async () => {
    const actor = await currentActor();
    assertShopper(actor);
    if (!(await hasOrders(actor))) throw new AppError("unauthorized", LOGIN_NEEDED);
    const asked = new URL(request.url).searchParams;
    const id = pathId.safeParse(asked.get("order") ?? "").data;
    const found = id
      ? [await findOrder(actor, id)]
      : await listOwnRows(actor, pageNumber.parse(asked.get("page") ?? undefined));
    const orders = found.map(({ id, status, payment: { state, paid } }) => ({ id, status, payment: { state, paid } }));
    return Response.json(orders, { headers: { "cache-control": "no-store" } });
  });
