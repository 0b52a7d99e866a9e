import { endpoint, route } from "@/lib/http/endpoint";
import * as orders from "@/lib/orders/operations";
import { adminOrderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders/{id}/slot", {
  PUT: endpoint(orders.moveOrder, {
    id: "moveOrder",
    summary: "Move an order to another window",
    description: "Any window that the settings have. `force` overbooks one in which no place is left.",
    example: { date: "2026-01-27", from: "10:00", force: false },
    answer: adminOrderResponse,
    errors: {
      409: "No place is left in the window (slot_full, alternatives), the plan of the day has too little (day_short, which force does not overrule), or the order goes by courier",
    },
  }),
});
