import { endpoint, route } from "@/lib/http/endpoint";
import * as orders from "@/lib/orders/operations";
import { adminOrderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders/{id}/items", {
  PUT: endpoint(orders.changeItems, {
    id: "changeOrderItems",
    summary: "Change the sweets of an order",
    description:
      "All that a Pending or Processing order is to hold afterwards; a pack that is named twice is summed. A line that stays keeps its price as sold, also for more of it; a new one has today's. What goes returns as a cancel returns it. What comes is taken from the plan of the order's day, whatever its order-by time, or from stock: also after the first batch of the day. Fee, gift wrap, window and an open claim stay, the packed mark is cleared; nothing is paid back by itself. The same items again change nothing.",
    example: { items: [{ productId: 61, packId: 61, quantity: 2 }] },
    answer: adminOrderResponse,
    errors: {
      409: "The order is shipped, completed or cancelled, or has left the shop once (conflict); the order no longer holds `was` (stale_version); sweets that come are not sold any more (unavailable, unavailablePacks), do not travel by courier (blocked), or not enough in stock (insufficient_stock, short) or for the day (day_short, items, and the days that have all): nothing is changed",
    },
  }),
});
