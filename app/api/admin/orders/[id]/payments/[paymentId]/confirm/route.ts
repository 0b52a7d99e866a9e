import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { findAnyOrder } from "@/lib/orders/admin-queries";
import { adminOrderResponse } from "@/lib/orders/responses";
import { confirmPayment } from "@/lib/payments/commands";
import { confirmInput } from "@/lib/payments/schema";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  "/api/admin/orders/{id}/payments/{paymentId}/confirm",
  {
    POST: endpoint(
      {
        id: "confirmPayment",
        tag: "Admin",
        summary: "Confirm that claimed money has come in",
        description: "Once more changes nothing.",
        actor: "admin",
        params: z.object({ id: pathId, paymentId: pathId }),
        body: confirmInput,
        example: {},
        idempotent: true,
        answer: adminOrderResponse,
        errors: {
          409: "It was rejected or never claimed, or less is due by now (overpaid, due), unless `force` accepts it",
        },
      },
      ({ actor, params: { id: orderId, paymentId }, body, write }) =>
        write(async (db) => {
          await confirmPayment(actor, { orderId, paymentId }, body, db);
          return findAnyOrder(actor, orderId, db);
        }),
    ),
  },
);
