import { endpoint, route } from "@/lib/http/endpoint";
import { salesByDay } from "@/lib/reports/queries";
import { salesResponse } from "@/lib/reports/responses";
import { salesQuery } from "@/lib/reports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/reports/sales-by-day", {
  GET: endpoint(
    {
      id: "getSalesByDay",
      tag: "Admin",
      summary: "Revenue of each day",
      description:
        "Days in Asia/Kolkata, oldest first, those without sales too: the last 7, 30 (when nothing is asked) or 90, or from and to, inclusive, at most 366. Cancelled orders are left out.",
      actor: "admin",
      query: salesQuery,
      answer: salesResponse,
    },
    ({ actor, query }) => salesByDay(actor, query),
  ),
});
