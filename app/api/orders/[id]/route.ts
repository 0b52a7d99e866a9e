import { endpoint, route } from "@/lib/http/endpoint";
import * as orders from "@/lib/orders/operations";
import { orderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/orders/{id}", {
  GET: endpoint(orders.readOrder, {
    id: "getOrder",
    summary: "One order of the customer",
    answer: orderResponse,
  }),
});
