import { endpoint, route } from "@/lib/http/endpoint";
import * as plans from "@/lib/stock/plan-operations";
import { savedDaysResponse } from "@/lib/stock/plan-responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/plans/days", {
  PUT: endpoint(plans.setPlanDays, {
    id: "savePlanDays",
    summary: "Give several days of several sweets numbers of their own",
    description: "All or none. `force=true` lowers days below what is promised; then nothing more is promised.",
    example: [
      { productId: 61, day: "2026-11-26", capacity: 40 },
      { productId: 62, day: "2026-11-26", capacity: 0 },
    ],
    answer: savedDaysResponse,
    errors: {
      404: "A sweet is not there, or it is not made for the day",
      409: "More is promised (below_promised, `days`)",
    },
  }),
});
