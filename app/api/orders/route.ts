import { z } from "zod";
import { hintCookie, viewerHint } from "@/lib/cart/viewer-hint";
import { whenRefused } from "@/lib/errors";
import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";
import * as orders from "@/lib/orders/operations";
import { orderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/orders", {
  GET: endpoint(orders.listOrders, {
    id: "listOrders",
    summary: "The customer's orders",
    description:
      'Newest first: at most 100 orders, and fewer when they come to more than about 1 MB. When there are more, `Link` has the address of the next part: `</api/orders?before=12>; rel="next"` leads to those before order 12. Orders that come in meanwhile change nothing of it. Two lists of an account are made at once, and a few more wait.',
    etag: true,
    continues: true,
    answer: z.array(orderResponse),
    errors: { 429: "Many lists of this account are being made already" },
    respond: ({ orders, next }, { input: { limit } }) =>
      new ApiResponse(orders, {
        next: next === null ? undefined : `/api/orders?before=${next}${limit === undefined ? "" : `&limit=${limit}`}`,
      }),
  }),
  POST: endpoint(orders.placeOrder, {
    id: "placeOrder",
    summary: "Place an order",
    description:
      "All lines or none, the caller's own holds first. Two packs of a sweet are two lines; a pack that is listed twice is one. The server's prices count: a price below today's is a 409, above it today's is charged. `payment` is cod (on delivery, the default) or upi, which is then paid with the `payments` of GET /shop and claimed by its UTR. It is for `delivery.day`, else for the day of a later window: sweets that are made for the day are then taken from their plan, and each line says so in `day`. The owner may refuse payment on delivery, altogether or above a total: cod_unavailable. `company` makes the invoice a GST invoice for a company, and with `others` its state the place of supply: it is 422 (`company`) while the shop has no GSTIN, and 422 (`company.gstin`) for the shop's own.",
    example: {
      items: [{ productId: 1, quantity: 2 }],
      delivery: {
        recipientName: "Asha Rao",
        deliveryAddress: "12 Marine Drive, Mumbai 400002",
        phoneNumber: "98200 00000",
        notes: "Ring twice",
      },
      giftWrap: true,
      personalMessage: "Happy Diwali!",
    },
    status: 201,
    location: true,
    answer: orderResponse,
    errors: {
      409: `A key in use; order_limit (20 orders are open and unpaid); cod_unavailable (upTo, 0 when nothing is paid on delivery); ${whenRefused("order")}`,
    },
    respond: ({ order, itemsCount }, { actor, caller }) => {
      // A browser's header shows what is left in the cart.
      const cookies = caller.byCookie ? [hintCookie(viewerHint(actor, itemsCount))] : [];
      return new ApiResponse(order, { location: `/api/orders/${order.id}`, cookies });
    },
  }),
});
