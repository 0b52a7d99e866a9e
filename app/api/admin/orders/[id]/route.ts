import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { findAnyOrder } from "@/lib/orders/admin-queries";
import { adminOrderResponse } from "@/lib/orders/responses";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders/{id}", {
  GET: endpoint(
    {
      id: "getAnyOrder",
      tag: "Admin",
      summary: "One order",
      actor: "admin",
      params: z.object({ id: pathId }),
      answer: adminOrderResponse,
    },
    ({ actor, params }) => findAnyOrder(actor, params.id),
  ),
});
