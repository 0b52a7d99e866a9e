import { endpoint, route } from "@/lib/http/endpoint";
import { listAllOrders } from "@/lib/orders/admin-queries";
import { adminOrderListResponse } from "@/lib/orders/responses";
import { ordersQuery } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders", {
  GET: endpoint(
    {
      id: "listAllOrders",
      tag: "Admin",
      summary: "Every order",
      description:
        "Newest first. search: order number, name, e-mail or phone; from and to: Asia/Kolkata days, inclusive. slotDate and slotFrom: a day of windows, or one window.",
      actor: "admin",
      query: ordersQuery,
      answer: adminOrderListResponse,
    },
    ({ actor, query }) => listAllOrders(actor, query),
  ),
});
