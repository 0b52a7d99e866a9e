import { hintCookie, viewerHint } from "@/lib/cart/viewer-hint";
import { sweetResponse } from "@/lib/catalogue/responses";
import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";
import * as orders from "@/lib/orders/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/sweets/{id}/purchase", {
  POST: endpoint(orders.purchaseSweet, {
    id: "purchaseSweet",
    summary: "Buy over the counter",
    description:
      "So many default packs, or of the pack that is named; counts against the limit of orders. By an admin it is a sale at the till: an order of one line, completed and paid at once by `payment`. By a customer it is an order like any other, which is picked up and paid at the shop: Pending, and `payment` does not count.",
    example: { quantity: 2, payment: "cash" },
    answer: sweetResponse,
    errors: {
      404: "Sweet not found. Pack not found.",
      409: "Purchase failed due to insufficient quantity; for customers also more than one account can have unpaid (hold_limit, order_limit), fewer packs than the sweet is sold from (minimum_quantity), while no orders are taken (paused), or when nothing of that total is paid on delivery (cod_unavailable)",
    },
    respond: ({ sweet, itemsCount }, { actor }) =>
      new ApiResponse(sweet, { cookies: itemsCount === null ? [] : [hintCookie(viewerHint(actor, itemsCount))] }),
  }),
});
