import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { methods } from "../refusals";
import { CLIENT_GONE } from "../request-log";
import type { RouteLabel } from "../route-labels";

/** Upper ends in seconds: from a stored page to what a browser gives up. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts and times every request from its headers, or the end of the answer before it on its connection, to the end of its answer.
 * @param countTurns gives how many requests are being answered
 */
export function requestMeter(registers: Registry[], countTurns: () => number) {
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests by method, route template and status; 499 when the client went before its answer.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's headers to the end of its response, by group of routes; action is a form that was sent to a page.",
    labelNames: ["group"],
    buckets: BUCKETS,
    registers,
  });
  new Gauge({
    name: "http_requests_in_progress",
    help: "Requests that are not answered yet, files included.",
    registers,
    collect() {
      this.set(countTurns());
    },
  });
  return ({ method = "" }: IncomingMessage, response: ServerResponse, { route, group }: RouteLabel): void => {
    const stopTimer = durations.startTimer({ group: method === "POST" && group !== "api" ? "action" : group });
    response.once("close", () => {
      stopTimer();
      const status = response.headersSent ? response.statusCode : CLIENT_GONE;
      requests.inc({ method: methods.has(method) ? method : "other", route, status });
    });
  };
}
