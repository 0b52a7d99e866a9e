import { endpoint, route } from "@/lib/http/endpoint";
import * as reports from "@/lib/reports/operations";
import { planReportResponse } from "@/lib/reports/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/reports/plans", {
  GET: endpoint(reports.planReport, {
    id: "getPlanReport",
    summary: "Promised, made, sold, thrown away and left, by day and sweet",
    description:
      "In the sweet's units, of sweets that are planned for a day or have promises, a batch or waste on it. From and to, inclusive, at most 92 days; a week from today when absent.",
    answer: planReportResponse,
  }),
});
