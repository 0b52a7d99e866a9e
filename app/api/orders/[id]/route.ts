import { endpoint, route } from "@/lib/http/endpoint";
import * as orders from "@/lib/orders/operations";
import { orderResponse } from "@/lib/orders/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/orders/{id}", {
  GET: endpoint(orders.readOrder, {
    id: "getOrder",
    summary: "One order of the customer",
    answer: orderResponse,
  }),
  PATCH: endpoint(orders.changeOrder, {
    id: "changeOrder",
    summary: "Change one of your pending orders",
    description:
      "What is absent stays as it is. Another window must be one that GET /api/delivery offers for the order's pincode and sweets; what is made for the day moves with it. Method, fee and total stay.",
    example: { phoneNumber: "98200 00000", notes: null, slot: { date: "2026-01-27", from: "10:00" } },
    answer: orderResponse,
    errors: {
      409: "The order is no longer Pending (conflict), the work on it has begun (too_late), no place is left in the window (slot_full, alternatives), or its day has too little (day_short)",
    },
  }),
});
