import { endpoint, route } from "@/lib/http/endpoint";
import * as orders from "@/lib/orders/operations";
import { adminOrderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders/{id}/status", {
  PUT: endpoint(orders.setOrderStatus, {
    id: "setOrderStatus",
    summary: "Set an order's status",
    description:
      "Any status from any other, in upper or lower case. Cancelling a pending or processing order returns its units; leaving Cancelled takes them again. With Shipped, also again, the courier can be named.",
    example: { status: "Shipped", tracking: { carrier: "India Post", number: "EM123456789IN", url: null } },
    answer: adminOrderResponse,
    errors: {
      409: "The units or the place that a cancelled order takes again are no longer there (insufficient_stock, day_short for lines from a plan, slot_full with alternatives)",
    },
  }),
});
