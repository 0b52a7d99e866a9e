import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { setOrderStatus } from "@/lib/invoices/order-commands";
import { adminOrderResponse } from "@/lib/orders/responses";
import { statusInput } from "@/lib/orders/schema";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders/{id}/status", {
  PUT: endpoint(
    {
      id: "setOrderStatus",
      tag: "Admin",
      summary: "Set an order's status",
      description:
        "Any status from any other, in upper or lower case. Cancelling a pending or processing order returns its units; leaving Cancelled takes them again.",
      actor: "admin",
      params: z.object({ id: pathId }),
      body: statusInput,
      example: { status: "Shipped" },
      locks: "some",
      answer: adminOrderResponse,
      errors: {
        409: "The units or the place that a cancelled order takes again are no longer there (slot_full with alternatives)",
      },
    },
    ({ actor, params, body, write }) => write((db) => setOrderStatus(actor, params.id, body.status, db)),
  ),
});
