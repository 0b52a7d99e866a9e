import { z } from "zod";
import { notFound } from "@/lib/errors";
import { endpoint, route } from "@/lib/http/endpoint";
import { read } from "@/lib/http/operation";

// The process in front of Next.js answers (server/metrics), so that an overloaded shop can be looked at. Only without METRICS_TOKEN, and in
// development, a request comes here.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/metrics", {
  GET: endpoint(read({ by: "public", run: () => Promise.reject(notFound("Nothing was found at this path.")) }), {
    id: "getMetrics",
    summary: "Counts and gauges of this process for Prometheus",
    description:
      "Text in the format of Prometheus, version 0.0.4. The bearer token is the setting METRICS_TOKEN, never that of a person.",
    answer: z.string(),
    media: "text/plain; version=0.0.4; charset=utf-8",
    errors: { 401: "The token is missing or wrong", 404: "METRICS_TOKEN is not set: nobody can read them" },
  }),
});
