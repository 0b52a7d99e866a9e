import { z } from "zod";
import { sweetResponse } from "@/lib/catalogue/responses";
import { packCountInput } from "@/lib/catalogue/schema";
import { toApiSweet } from "@/lib/catalogue/select";
import { restock } from "@/lib/catalogue/stock-commands";
import { endpoint, route } from "@/lib/http/endpoint";
import { pathId } from "@/lib/text";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/sweets/{id}/restock", {
  POST: endpoint(
    {
      id: "restockSweet",
      tag: "Sweets",
      summary: "Add packs to stock",
      description:
        "So many default packs, or of the pack that is named; up to 1,00,000 default packs that can be sold (those in carts are not counted).",
      actor: "admin",
      params: z.object({ id: pathId }),
      body: packCountInput,
      example: { quantity: 24 },
      idempotent: true,
      locks: ({ params }) => [params.id],
      answer: sweetResponse,
      errors: { 404: "Sweet not found. Pack not found." },
    },
    async ({ actor, params, body, write }) => toApiSweet(await write((db) => restock(actor, params.id, body, db))),
  ),
});
