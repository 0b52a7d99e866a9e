import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/live", {
  GET: endpoint(
    {
      id: "getLive",
      tag: "Service",
      summary: "Whether the process answers",
      actor: "public",
      answer: z.object({ status: z.literal("ok") }).meta({ id: "Live", examples: [{ status: "ok" }] }),
    },
    async () => ({ status: "ok" as const }),
  ),
});
