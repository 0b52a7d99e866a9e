/*
 * GET /api/metrics, for Prometheus. It is answered before Next.js, so that an overloaded shop can be looked at, and waits for nothing:
 * what is known of the database is what the last look found (server/jobs/database-state.ts).
 * Loaded only when METRICS_TOKEN is set. docs/decisions/0021-observability.md says why.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { collectDefaultMetrics, Registry, type Metric as RegistryMetric } from "prom-client";
import { logFault, requestIdOf } from "@/lib/http/log";
import { exportCounter, exportedMetric, exportedMetrics, exportGauge, type Metric } from "@/lib/metrics";
import { pageCacheState } from "../page-cache/state";
import { commonHeaders, defaultPolicy, type Refusal, refuse } from "../refusals";
import { requestMeter } from "./requests";

const METRICS_PATH = "/api/metrics";

/**
 * Starts counting. `measure` is to be called when the turn of a request has come; `serve` answers one for the metrics, and is false for others.
 * @param countTurns gives how many requests are being answered
 */
export function startMetrics(token: string, buildFolder: string, countTurns: () => number) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  exportGauge("mithaas_build_info", "The build and Node.js of this process; always 1.", () => [
    { labels: { build: path.basename(buildFolder), node: process.version }, value: 1 },
  ]);
  exportPageCache();
  const measure = requestMeter([registry], countTurns);
  const expected = digest(`Bearer ${token}`);

  async function respond(request: IncomingMessage, response: ServerResponse) {
    for (const metric of exportedMetrics()) register(registry, metric);
    const text = await registry.metrics();
    response.writeHead(200, {
      ...commonHeaders,
      ...defaultPolicy,
      "content-type": registry.contentType,
      "cache-control": "no-store",
      "x-request-id": requestIdOf(request.headers["x-request-id"]),
    });
    response.end(request.method === "HEAD" ? undefined : text);
  }

  return {
    measure,
    serve(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.url?.split("?", 1)[0] !== METRICS_PATH || !["GET", "HEAD"].includes(request.method ?? ""))
        return false;
      if (timingSafeEqual(digest(request.headers.authorization ?? ""), expected)) {
        respond(request, response).catch((error) => {
          logFault(error, requestIdOf(request.headers["x-request-id"]), "metrics");
          response.destroy();
        });
        return true;
      }
      response.setHeader("www-authenticate", "Bearer");
      refuse(request, response, UNAUTHORIZED);
      return true;
    },
  };
}

const UNAUTHORIZED: Refusal = [401, "unauthorized", "The token of the metrics is missing or wrong."];

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Makes a metric of the shop's list one of the registry, which asks for its value at each scrape. Not as a Gauge or Counter of the library:
 * those have a value always, and ours are absent while their value is not known.
 */
function register(registry: Registry, { name, help, type }: Metric) {
  if (registry.getSingleMetric(name)) return;
  const get = async () => {
    const value = exportedMetric(name)?.read() ?? [];
    return { name, help, type, values: typeof value === "number" ? [{ value, labels: {} }] : value, aggregator: "sum" };
  };
  registry.registerMetric({ name, get } as unknown as RegistryMetric);
}

/** The page cache counts for itself, in a file that Next loads later, or never. */
function exportPageCache() {
  exportCounter(
    "mithaas_page_cache_total",
    "Pages that Next.js has asked the page cache for: hit, stale (served, and rendered anew) or miss; stored is renders that ended.",
    () => Object.entries(pageCacheState().counts).map(([result, value]) => ({ labels: { result }, value })),
  );
  exportCounter(
    "mithaas_page_cache_expiries_total",
    "Expiries of pages after changes of the catalogue or the settings.",
    () => pageCacheState().generation,
  );
}
