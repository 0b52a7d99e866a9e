import { endpoint, route } from "@/lib/http/endpoint";
import * as orders from "@/lib/orders/operations";
import { adminOrderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders/{id}", {
  GET: endpoint(orders.readAnyOrder, {
    id: "getAnyOrder",
    summary: "One order",
    answer: adminOrderResponse,
  }),
});
