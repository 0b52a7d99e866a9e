import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { read } from "@/lib/http/operation";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/live", {
  GET: endpoint(read({ by: "public", run: async () => ({ status: "ok" as const }) }), {
    id: "getLive",
    summary: "Whether the process answers",
    answer: z.object({ status: z.literal("ok") }).meta({ id: "Live", examples: [{ status: "ok" }] }),
  }),
});
