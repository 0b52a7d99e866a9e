import { endpoint, route } from "@/lib/http/endpoint";
import { says } from "@/lib/http/responses";
import * as plans from "@/lib/stock/plan-operations";
import { planResponse } from "@/lib/stock/plan-responses";

const week = { "1": 40, "2": 40, "3": 40, "4": 40, "5": 60, "6": 80, "7": 80 };

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/plans/{productId}", {
  PUT: endpoint(plans.savePlan, {
    id: "savePlan",
    summary: "Make a sweet for the day, or change its week",
    description: "Days without a number of their own follow. The answer has a week from today.",
    example: { week, orderBy: { days: 1, time: "20:00" } },
    answer: planResponse,
    errors: {
      404: "Sweet not found.",
      409: "More is promised for days that follow the week (below_promised, `days`), unless `force` is set",
    },
  }),
  DELETE: endpoint(plans.endPlan, {
    id: "endPlan",
    summary: "Stop making a sweet for the day",
    description: "It is sold from stock alone then. Days with batches stay.",
    errors: {
      404: "Sweet not found, or it is not made for the day.",
      409: "A coming day has promises (below_promised, `days`)",
    },
    ...says("Planning has ended."),
  }),
});
