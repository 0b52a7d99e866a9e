import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { findOrder } from "@/lib/orders/queries";
import { orderResponse } from "@/lib/orders/responses";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/orders/{id}", {
  GET: endpoint(
    {
      id: "getOrder",
      tag: "Orders",
      summary: "One order of the customer",
      actor: "customer",
      params: z.object({ id: pathId }),
      answer: orderResponse,
    },
    ({ actor, params }) => findOrder(actor, params.id),
  ),
});
