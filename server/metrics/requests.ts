import type { IncomingMessage, ServerResponse } from "node:http";
import { ALLOWED_METHODS } from "../refusals";
import type { RouteLabel } from "./route-labels";

/** Upper ends in seconds: from a stored page to what a browser gives up. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The status of a request whose client went before it got an answer, as nginx calls it. */
const CLIENT_GONE = 499;

const methods = new Set(ALLOWED_METHODS.split(", "));

/** `counts[i]`: how many took up to `BUCKETS[i]` and longer than the one before; the last: longer than all. */
type Times = { counts: number[]; sum: number };
type Value = { value: number; labels: Record<string, string | number>; metricName?: string };
/** A metric as the registry asks for it. */
export type RequestMetric = { name: string; help: string; type: string; read: () => Value[] };

/**
 * Counts and times every request of the process from its headers to the end of its response. It counts by itself: the
 * counters and histograms of prom-client look their labels up each time, which takes some 3 µs of a page's 80.
 */
export class RequestMeter {
  readonly #labelOf: (path: string) => RouteLabel;
  readonly #requests = new Map<RouteLabel, Map<string, number>>();
  readonly #times = new Map<string, Times>();
  #inProgress = 0;

  constructor(labelOf: (path: string) => RouteLabel) {
    this.#labelOf = labelOf;
  }

  measure(request: IncomingMessage, response: ServerResponse): void {
    const started = performance.now();
    const { method = "", url = "" } = request;
    const query = url.indexOf("?");
    const label = this.#labelOf(query === -1 ? url : url.slice(0, query));
    this.#inProgress++;
    response.once("close", () => {
      this.#inProgress--;
      this.#count(
        label,
        `${methods.has(method) ? method : "other"} ${response.headersSent ? response.statusCode : CLIENT_GONE}`,
      );
      const isAction = method === "POST" && label.group !== "api";
      this.#time(isAction ? "action" : label.group, (performance.now() - started) / 1000);
    });
  }

  #count(label: RouteLabel, key: string) {
    let counts = this.#requests.get(label);
    if (!counts) this.#requests.set(label, (counts = new Map()));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  #time(group: string, seconds: number) {
    let times = this.#times.get(group);
    if (!times) this.#times.set(group, (times = { counts: Array<number>(BUCKETS.length + 1).fill(0), sum: 0 }));
    let bucket = 0;
    while (seconds > (BUCKETS[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
    times.counts[bucket] = (times.counts[bucket] ?? 0) + 1;
    times.sum += seconds;
  }

  metrics(): RequestMetric[] {
    return [
      {
        name: "http_requests_total",
        help: "Requests by method, route template and status; 499 when the client went before its answer.",
        type: "counter",
        read: () =>
          Array.from(this.#requests).flatMap(([{ route }, counts]) =>
            Array.from(counts, ([key, value]) => {
              const [method = "", status = ""] = key.split(" ");
              return { labels: { method, route, status }, value };
            }),
          ),
      },
      {
        name: "http_request_duration_seconds",
        help: "Time from a request's headers to the end of its response, by group of routes; action is a form that was sent to a page.",
        type: "histogram",
        read: () => Array.from(this.#times).flatMap(([group, times]) => histogram(group, times)),
      },
      {
        name: "http_requests_in_progress",
        help: "Requests that are not answered yet, files included.",
        type: "gauge",
        read: () => [{ labels: {}, value: this.#inProgress }],
      },
    ];
  }
}

function histogram(group: string, { counts, sum }: Times): Value[] {
  const name = "http_request_duration_seconds";
  let total = 0;
  const buckets = counts.map((count, i) => {
    total += count;
    return { metricName: `${name}_bucket`, labels: { le: BUCKETS[i] ?? "+Inf", group }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: { group }, value: sum },
    { metricName: `${name}_count`, labels: { group }, value: total },
  ];
}
