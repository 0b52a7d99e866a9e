/*
 * What this process counts, for GET /api/metrics (server/metrics). A file that has something to show exports it here and is asked
 * for its value when somebody reads the metrics: nothing is counted twice, and without METRICS_TOKEN nobody asks.
 */
import { onePerProcess } from "./one-per-process";

/** A value for a set of labels. Their values must be few: no ids, no addresses. */
export type Sample = { labels?: Record<string, string>; value: number };

export type Metric = {
  /** In the form of Prometheus: `mithaas_…` in its base unit; `…_total` for a counter. */
  name: string;
  help: string;
  type: "gauge" | "counter";
  /** The current value; null or an empty list while there is none. It must not wait for anything. */
  read: () => number | readonly Sample[] | null;
};

const metrics = onePerProcess("metrics", () => new Map<string, Metric>());

/** Makes a metric part of GET /api/metrics. Whoever exports the same name again replaces it. */
export function exportGauge(name: string, help: string, read: Metric["read"]): void {
  metrics.set(name, { name, help, type: "gauge", read });
}

/** The same for what only grows. */
export function exportCounter(name: string, help: string, read: Metric["read"]): void {
  metrics.set(name, { name, help, type: "counter", read });
}

export const exportedMetrics = (): Iterable<Metric> => metrics.values();
export const exportedMetric = (name: string): Metric | undefined => metrics.get(name);

/** Exports a counter by one label: `countByLabel("mithaas_x_total", "…", "result")("failed")` adds one. */
export function countByLabel(name: string, help: string, label: string, values: readonly string[] = []) {
  const counts = onePerProcess(`counter ${name}`, () => new Map(values.map((value) => [value, 0])));
  exportCounter(name, help, () =>
    Array.from(counts, ([value, count]) => ({ labels: { [label]: value }, value: count })),
  );
  return (value: string, amount = 1): void => {
    counts.set(value, (counts.get(value) ?? 0) + amount);
  };
}
