import { z } from "zod";
import { sweetResponse } from "@/lib/catalogue/responses";
import { purchaseInput } from "@/lib/catalogue/schema";
import { toApiSweet } from "@/lib/catalogue/select";
import { endpoint, route } from "@/lib/http/endpoint";
import { purchase } from "@/lib/stock/commands";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/sweets/{id}/purchase", {
  POST: endpoint(
    {
      id: "purchaseSweet",
      tag: "Sweets",
      summary: "Buy over the counter",
      description:
        "So many default packs, or of the pack that is named. For customers and admins; counts against the limit of orders. Recorded as a completed order of one line without delivery, paid at once.",
      actor: "user",
      params: z.object({ id: pathId }),
      body: purchaseInput,
      example: { quantity: 2, payment: "cash" },
      limit: "orders",
      idempotent: true,
      locks: ({ params }) => [params.id],
      answer: sweetResponse,
      errors: { 404: "Sweet not found. Pack not found.", 409: "Purchase failed due to insufficient quantity" },
    },
    async ({ actor, params, body, write }) => toApiSweet(await write((db) => purchase(actor, params.id, body, db))),
  ),
});
