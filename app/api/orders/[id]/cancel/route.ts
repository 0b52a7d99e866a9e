import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { cancelOrder } from "@/lib/invoices/order-commands";
import { orderResponse } from "@/lib/orders/responses";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/orders/{id}/cancel", {
  POST: endpoint(
    {
      id: "cancelOrder",
      tag: "Orders",
      summary: "Cancel one of your pending orders",
      description: "Its units go back to stock, once. An order that is already cancelled is returned as it is.",
      actor: "customer",
      params: z.object({ id: pathId }),
      locks: "some",
      answer: orderResponse,
      errors: { 409: "The order is no longer Pending" },
    },
    ({ actor, params, write }) => write((db) => cancelOrder(actor, params.id, db)),
  ),
});
