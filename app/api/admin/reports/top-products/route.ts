import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { topProducts } from "@/lib/reports/queries";
import { topProduct } from "@/lib/reports/responses";
import { topQuery } from "@/lib/reports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/reports/top-products", {
  GET: endpoint(
    {
      id: "getTopProducts",
      tag: "Admin",
      summary: "Sweets by packs sold",
      description: "Small packs and large ones count alike; kilograms is their weight. Cancelled orders are left out.",
      actor: "admin",
      query: topQuery,
      answer: z.array(topProduct),
    },
    ({ actor, query }) => topProducts(actor, query.limit),
  ),
});
