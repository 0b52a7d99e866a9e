import * as audit from "@/lib/audit/operations";
import { auditResponse } from "@/lib/audit/responses";
import { endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/audit", {
  GET: endpoint(audit.listAudit, {
    id: "listAudit",
    summary: "Who did what, the newest first",
    description:
      "Each write of staff, of a key or of a command on the server, each export, and each look at one customer, for two years. `total` counts up to 10,000.",
    answer: auditResponse,
  }),
});
