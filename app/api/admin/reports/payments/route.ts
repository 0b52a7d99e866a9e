import { endpoint, route } from "@/lib/http/endpoint";
import * as reports from "@/lib/reports/operations";
import { paymentDaysResponse } from "@/lib/reports/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/reports/payments", {
  GET: endpoint(reports.paymentsByDay, {
    id: "getPaymentsByDay",
    summary: "Received, refunded and outstanding, by day and method",
    description:
      "Days in Asia/Kolkata, oldest first: the last 7, 30 (when nothing is asked) or 90, or from and to, inclusive, at most 366. A day and method of which nothing is to be said has no entry.",
    answer: paymentDaysResponse,
  }),
});
