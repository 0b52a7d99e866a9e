import { expect } from "vitest";
import { parseMetrics, type Sample } from "../support/metrics";
import { call } from "./shop";

export const metricsToken = process.env.TEST_METRICS_TOKEN ?? "";

/** What the shop counts now. */
export async function scrape(): Promise<Sample[]> {
  const { status, text } = await call("GET", "/metrics", { token: metricsToken });
  expect(status).toBe(200);
  return parseMetrics(text);
}
