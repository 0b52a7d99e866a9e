import { endpoint, route } from "@/lib/http/endpoint";
import { stats } from "@/lib/reports/queries";
import { statsResponse } from "@/lib/reports/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/stats", {
  GET: endpoint(
    { id: "getStats", tag: "Admin", summary: "Figures of the dashboard", actor: "admin", answer: statsResponse },
    ({ actor }) => stats(actor),
  ),
});
