import { endpoint, route } from "@/lib/http/endpoint";
import { readKitchen } from "@/lib/kitchen/queries";
import { kitchenResponse } from "@/lib/kitchen/responses";
import { kitchenQuery } from "@/lib/kitchen/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/kitchen", {
  GET: endpoint(
    {
      id: "getKitchen",
      tag: "Admin",
      summary: "What to make and to pack on a day",
      description:
        "By window, then without one: today all orders that wait to be packed and those packed today, on another day those packed on it. Cancelled orders do not count.",
      actor: "admin",
      query: kitchenQuery,
      answer: kitchenResponse,
      etag: true,
    },
    ({ actor, query }) => readKitchen(actor, query),
  ),
});
