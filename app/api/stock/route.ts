import { stockOf } from "@/lib/catalogue/queries";
import { stockResponse } from "@/lib/catalogue/responses";
import { stockQuery } from "@/lib/catalogue/schema";
import { endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/stock", {
  GET: endpoint(
    {
      id: "getStock",
      tag: "Sweets",
      summary: "Live stock and price of some sweets",
      description: "Unknown sweets are left out.",
      actor: "public",
      query: stockQuery,
      answer: stockResponse,
    },
    ({ query }) => stockOf(query.ids),
  ),
});
