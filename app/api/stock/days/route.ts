import * as catalogue from "@/lib/catalogue/operations";
import { stockDaysResponse } from "@/lib/catalogue/responses";
import { endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/stock/days", {
  GET: endpoint(catalogue.readStockAndDays, {
    id: "getStockAndDays",
    summary: "Live stock of some sweets, and the days that can be chosen for them",
    description: "What a page of the shop asks for. Unknown sweets are left out.",
    answer: stockDaysResponse,
  }),
});
