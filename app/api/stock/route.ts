import * as catalogue from "@/lib/catalogue/operations";
import { stockResponse } from "@/lib/catalogue/responses";
import { endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/stock", {
  GET: endpoint(catalogue.readStock, {
    id: "getStock",
    summary: "Live stock and price of some sweets",
    description: "Unknown sweets are left out.",
    answer: stockResponse,
  }),
});
