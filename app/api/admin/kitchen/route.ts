import { endpoint, route } from "@/lib/http/endpoint";
import * as kitchen from "@/lib/kitchen/operations";
import { kitchenResponse } from "@/lib/kitchen/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/kitchen", {
  GET: endpoint(kitchen.readKitchen, {
    id: "getKitchen",
    tag: "Admin",
    summary: "What to make and to pack on a day",
    description:
      "By window, then without one: today all orders that wait to be packed and those packed today, on another day those packed on it. Cancelled orders do not count.",
    answer: kitchenResponse,
    etag: true,
  }),
});
