import { endpoint, route } from "@/lib/http/endpoint";
import * as plans from "@/lib/stock/plan-operations";
import { plansResponse } from "@/lib/stock/plan-responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/plans", {
  GET: endpoint(plans.readPlans, {
    id: "getPlans",
    summary: "What is made for each day, and what is promised of it",
    description:
      "Every planned sweet by its name, and sweets that are planned no more but have promises or batches in the span. Units are the smallest of a sweet's packs. A week from today when no day is named.",
    answer: plansResponse,
    etag: true,
  }),
});
