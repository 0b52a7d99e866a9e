import { hintCookie, viewerHint } from "@/lib/cart/viewer-hint";
import { sweetResponse } from "@/lib/catalogue/responses";
import { whenRefused } from "@/lib/errors";
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
      409: `For customers while no orders are taken (paused), order_limit (20 orders are open and unpaid), or when nothing of that total is paid on delivery (cod_unavailable); ${whenRefused("order")}`,
    },
    respond: ({ sweet, itemsCount }, { actor }) =>
      new ApiResponse(sweet, { cookies: itemsCount === null ? [] : [hintCookie(viewerHint(actor, itemsCount))] }),
  }),
});
