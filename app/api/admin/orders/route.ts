import { endpoint, route } from "@/lib/http/endpoint";
import * as orders from "@/lib/orders/operations";
import { adminOrderListResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders", {
  GET: endpoint(orders.listAllOrders, {
    id: "listAllOrders",
    tag: "Admin",
    summary: "Every order",
    description:
      "Newest first. search: order number, name, e-mail or phone; from and to: Asia/Kolkata days, inclusive. slotDate and slotFrom: a day of windows, or one window.",
    answer: adminOrderListResponse,
  }),
});
