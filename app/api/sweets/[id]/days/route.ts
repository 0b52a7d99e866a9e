import * as catalogue from "@/lib/catalogue/operations";
import { endpoint, route } from "@/lib/http/endpoint";
import { sweetDaysResponse } from "@/lib/stock/plan-responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/sweets/{id}/days", {
  GET: endpoint(catalogue.readSweetDays, {
    id: "getSweetDays",
    summary: "The days that a sweet can be ordered for",
    description:
      "For a sweet that is made for the day: days that are open, those that are full with 0 available. Every other sweet has none, and is sold from stock.",
    answer: sweetDaysResponse,
    errors: { 404: "Sweet not found." },
  }),
});
