import * as catalogue from "@/lib/catalogue/operations";
import { sweetResponse } from "@/lib/catalogue/responses";
import { endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/sweets/{id}/restock", {
  POST: endpoint(catalogue.restockSweet, {
    id: "restockSweet",
    summary: "Add packs to stock",
    description:
      "So many default packs, or of the pack that is named; up to 1,00,000 default packs that can be sold (those in carts are not counted).",
    example: { quantity: 24 },
    answer: sweetResponse,
    errors: { 404: "Sweet not found. Pack not found." },
  }),
});
