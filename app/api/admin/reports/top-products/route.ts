import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import * as reports from "@/lib/reports/operations";
import { topProduct } from "@/lib/reports/responses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/reports/top-products", {
  GET: endpoint(reports.topProducts, {
    id: "getTopProducts",
    summary: "Sweets by packs sold",
    description: "Small packs and large ones count alike; kilograms is their weight. Cancelled orders are left out.",
    answer: z.array(topProduct),
  }),
});
