import * as catalogue from "@/lib/catalogue/operations";
import { sweetResponse } from "@/lib/catalogue/responses";
import { endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/sweets/{id}/waste", {
  POST: endpoint(catalogue.throwAway, {
    id: "throwAwaySweet",
    summary: "Record sweets that are thrown away",
    description: "The reason is kept in the history of the stock.",
    example: { quantity: 2, reason: "Dried out" },
    answer: sweetResponse,
    errors: { 404: "Sweet not found.", 409: "Only 1 items available in stock." },
  }),
});
