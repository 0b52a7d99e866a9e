import { endpoint, route } from "@/lib/http/endpoint";
import * as reports from "@/lib/reports/operations";
import { statsResponse } from "@/lib/reports/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/stats", {
  GET: endpoint(reports.readStats, {
    id: "getStats",
    summary: "Figures of the dashboard",
    answer: statsResponse,
  }),
});
