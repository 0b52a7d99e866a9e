import { endpoint, route } from "@/lib/http/endpoint";
import { listAllOrders } from "@/lib/orders/admin.server";
import { adminOrderListAnswer } from "@/lib/orders/answer";
import { ordersQuery } from "@/lib/orders/input";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders", {
  GET: endpoint(
    {
      id: "listAllOrders",
      tag: "Admin",
      summary: "Every order",
      description:
        "Newest first. search: order number, name, e-mail or phone; from and to: Asia/Kolkata days, inclusive.",
      actor: "admin",
      query: ordersQuery,
      answer: adminOrderListAnswer,
    },
    ({ actor, query }) => listAllOrders(actor, query),
  ),
});
