import { endpoint, route } from "@/lib/http/endpoint";
import * as plans from "@/lib/stock/plan-operations";
import { planDayResponse } from "@/lib/stock/plan-responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/plans/{productId}/{day}/made", {
  POST: endpoint(plans.enterBatch, {
    id: "enterBatch",
    summary: "Enter a batch that was made",
    description:
      "Of yesterday, today or tomorrow. The first batch closes the day: stock gets what was made, and what is promised is set aside out of it; what is missing is `short`. Negative units correct a typing error: they take from free stock, then from what was set aside; when nothing is left of what was made, and nothing of it has left the shop, the day opens again and `made` is null. Of `grams` whole units count, and the rest (`restGrams`) is kept for the next batch; less than a unit closes nothing.",
    example: { units: 40 },
    answer: planDayResponse,
    errors: {
      404: "The sweet is not there or not made for the day, or the day is none.",
      409: "A first batch of more than twice the capacity (above_plan, `capacity`), unless `force` is set; a correction of more than was made, or of what has left the shop; or a request with this Idempotency-Key is still running",
      422: "Another day than yesterday, today or tomorrow, wrong units or grams, or both: see errors",
    },
  }),
});
