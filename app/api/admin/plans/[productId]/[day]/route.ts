import { endpoint, route } from "@/lib/http/endpoint";
import * as plans from "@/lib/stock/plan-operations";
import { planDayResponse } from "@/lib/stock/plan-responses";

const errors = {
  404: "Sweet not found, it is not made for the day, or the day is none.",
  409: "More is promised (below_promised, `promised`), unless `force` is set",
  422: "The day is over, or more than two years away: see errors",
};

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/plans/{productId}/{day}", {
  PUT: endpoint(plans.setPlanDay, {
    id: "savePlanDay",
    summary: "Give a day a number of its own",
    example: { capacity: 40 },
    answer: planDayResponse,
    errors,
  }),
  DELETE: endpoint(plans.clearPlanDay, {
    id: "clearPlanDay",
    summary: "Let a day follow the week again",
    answer: planDayResponse,
    errors,
  }),
});
