import { z } from "zod";
import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";
import { isDatabaseUp } from "@/lib/http/health";
import { read } from "@/lib/http/operation";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/health", {
  GET: endpoint(read({ by: "public", run: isDatabaseUp }), {
    id: "getHealth",
    summary: "Whether the shop can sell",
    description: "200 when the database answers, else 503 within 2 seconds.",
    also: { 503: "The database does not answer" },
    answer: z.object({ status: z.enum(["ok", "unavailable"]) }).meta({ id: "Health", examples: [{ status: "ok" }] }),
    respond: (isUp) =>
      isUp
        ? { status: "ok" as const }
        : new ApiResponse({ status: "unavailable" as const }, { status: 503, retryAfter: 2 }),
  }),
});
