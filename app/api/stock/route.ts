import { stockAnswer } from "@/lib/catalogue/answer";
import { stockQuery } from "@/lib/catalogue/input";
import { stockOf } from "@/lib/catalogue/server";
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
      answer: stockAnswer,
    },
    ({ query }) => stockOf(query.ids),
  ),
});
