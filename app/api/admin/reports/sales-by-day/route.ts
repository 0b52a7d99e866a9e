import { endpoint, route } from "@/lib/http/endpoint";
import * as reports from "@/lib/reports/operations";
import { salesResponse } from "@/lib/reports/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/reports/sales-by-day", {
  GET: endpoint(reports.salesByDay, {
    id: "getSalesByDay",
    summary: "Revenue of each day",
    description:
      "Days in Asia/Kolkata, oldest first, those without sales too: the last 7, 30 (when nothing is asked) or 90, or from and to, inclusive, at most 366. Cancelled orders are left out.",
    answer: salesResponse,
  }),
});
