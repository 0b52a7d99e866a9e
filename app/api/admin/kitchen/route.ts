import { endpoint, route } from "@/lib/http/endpoint";
import * as kitchen from "@/lib/kitchen/operations";
import { kitchenResponse } from "@/lib/kitchen/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/kitchen", {
  GET: endpoint(kitchen.readKitchen, {
    id: "getKitchen",
    summary: "What to make and to pack on a day",
    description:
      "By window, then without one: orders for the day, today also all that wait to be packed, and those packed on the day. Cancelled orders do not count. `plans`: per sweet what is ordered for the day, from its plan and from stock, with the plan's capacity.",
    answer: kitchenResponse,
    etag: true,
  }),
});
