import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { findAnyOrder } from "@/lib/orders/admin-queries";
import { adminOrderResponse } from "@/lib/orders/responses";
import { rejectPayment } from "@/lib/payments/commands";
import { rejectInput } from "@/lib/payments/schema";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  "/api/admin/orders/{id}/payments/{paymentId}/reject",
  {
    POST: endpoint(
      {
        id: "rejectPayment",
        tag: "Admin",
        summary: "Say that claimed money has not come in",
        description: "Once more changes nothing.",
        actor: "admin",
        params: z.object({ id: pathId, paymentId: pathId }),
        body: rejectInput,
        example: {},
        idempotent: true,
        answer: adminOrderResponse,
        errors: { 409: "It was confirmed or never claimed" },
      },
      ({ actor, params: { id: orderId, paymentId }, body, write }) =>
        write(async (db) => {
          await rejectPayment(actor, { orderId, paymentId }, body, db);
          return findAnyOrder(actor, orderId, db);
        }),
    ),
  },
);
