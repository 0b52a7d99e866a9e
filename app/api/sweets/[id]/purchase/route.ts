import { z } from "zod";
import { isAdmin } from "@/lib/auth/actor";
import { countItems } from "@/lib/cart/queries";
import { hintCookie, viewerHint } from "@/lib/cart/viewer-hint";
import { sweetResponse } from "@/lib/catalogue/responses";
import { toApiSweet } from "@/lib/catalogue/select";
import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";
import { purchase } from "@/lib/invoices/order-commands";
import { purchaseInput } from "@/lib/orders/schema";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/sweets/{id}/purchase", {
  POST: endpoint(
    {
      id: "purchaseSweet",
      tag: "Sweets",
      summary: "Buy over the counter",
      description:
        "So many default packs, or of the pack that is named; counts against the limit of orders. By an admin it is a sale at the till: an order of one line, completed and paid at once by `payment`. By a customer it is an order like any other, which is picked up and paid at the shop: Pending, and `payment` does not count.",
      actor: "user",
      params: z.object({ id: pathId }),
      body: purchaseInput,
      example: { quantity: 2, payment: "cash" },
      limit: "orders",
      idempotent: true,
      locks: ({ params }) => [params.id],
      answer: sweetResponse,
      errors: {
        404: "Sweet not found. Pack not found.",
        409: "Purchase failed due to insufficient quantity; for customers also while no orders are taken (paused), or when nothing of that total is paid on delivery (cod_unavailable)",
      },
    },
    async ({ actor, caller, params, body, write }) => {
      const { sweet, itemsCount } = await write(async (db) => ({
        sweet: await purchase(actor, params.id, body, db),
        itemsCount: caller.byCookie && !isAdmin(actor) ? await countItems(actor, db) : null,
      }));
      // A customer's own holds are bought first: a browser's header shows what is left in the cart.
      const cookies = itemsCount === null ? [] : [hintCookie(viewerHint(actor, itemsCount))];
      return new ApiResponse(toApiSweet(sweet), { cookies });
    },
  ),
});
