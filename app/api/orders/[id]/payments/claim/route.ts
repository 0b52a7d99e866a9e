import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { findOrder } from "@/lib/orders/queries";
import { orderResponse } from "@/lib/orders/responses";
import { claimPayment } from "@/lib/payments/commands";
import { claimInput } from "@/lib/payments/schema";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/orders/{id}/payments/claim", {
  POST: endpoint(
    {
      id: "claimPayment",
      tag: "Orders",
      summary: "Say that an order was paid by UPI",
      description:
        "With the 12-digit UTR of the transfer, whose amount is what is due. The order is `claimed` until the shop has found the money.",
      actor: "customer",
      params: z.object({ id: pathId }),
      body: claimInput,
      example: { utr: "632915478201" },
      limit: "payments",
      idempotent: true,
      status: 201,
      answer: orderResponse,
      errors: { 409: "The UTR was used before (utr_used), nothing is due, or an earlier claim is still being checked" },
    },
    ({ actor, params, body, write }) =>
      write(async (db) => {
        await claimPayment(actor, params.id, body, db);
        return findOrder(actor, params.id, db);
      }),
  ),
});
