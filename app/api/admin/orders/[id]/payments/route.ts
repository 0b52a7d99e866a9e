import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { findAnyOrder } from "@/lib/orders/admin-queries";
import { adminOrderResponse } from "@/lib/orders/responses";
import { recordPayment } from "@/lib/payments/commands";
import { paymentInput } from "@/lib/payments/schema";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/orders/{id}/payments", {
  POST: endpoint(
    {
      id: "recordPayment",
      tag: "Admin",
      summary: "Record money that was received for an order",
      actor: "admin",
      params: z.object({ id: pathId }),
      body: paymentInput,
      example: { method: "cod", amount: 1170, reference: null },
      idempotent: true,
      status: 201,
      answer: adminOrderResponse,
      errors: {
        409: "More than is due (overpaid, due), unless `force` accepts it; or the UTR was used before (utr_used)",
      },
    },
    ({ actor, params, body, write }) =>
      write(async (db) => {
        await recordPayment(actor, params.id, body, db);
        return findAnyOrder(actor, params.id, db);
      }),
  ),
});
