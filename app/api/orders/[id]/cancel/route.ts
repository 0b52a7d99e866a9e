import { endpoint, route } from "@/lib/http/endpoint";
import * as orders from "@/lib/orders/operations";
import { orderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/orders/{id}/cancel", {
  POST: endpoint(orders.cancelOrder, {
    id: "cancelOrder",
    summary: "Cancel one of your pending orders",
    description: "Its units go back to stock, once. An order that is already cancelled is returned as it is.",
    answer: orderResponse,
    errors: { 409: "The order is no longer Pending" },
  }),
});
