// The files for Prometheus and Grafana. What needs promtool is in tests/ha/metrics.test.ts, the names of metrics in
// tests/api/metrics.test.ts.
import fs from "node:fs";
import { expect, test } from "vitest";

const headings = (text: string) =>
  [...text.matchAll(/^### (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replace(/\s/g, "-"),
  );

test("every alert names a heading of the runbook", () => {
  const [, runbook = ""] = fs.readFileSync("docs/operations.md", "utf8").split("\n## Runbook\n");
  const alerts = fs.readFileSync("docs/observability/alerts.yml", "utf8").split("- alert: ").slice(1);
  expect(alerts.length).toBeGreaterThan(10);
  const anchors = headings(runbook);
  for (const alert of alerts) {
    const anchor = /^ +runbook: docs\/operations\.md#(\S+)$/m.exec(alert)?.[1];
    expect(anchors, alert.split("\n")[0]).toContain(anchor);
    expect(alert).toMatch(/severity: (page|ticket)/);
  }
});

test("every panel has a unit, and asks the data source that is chosen", () => {
  const { panels, templating } = JSON.parse(fs.readFileSync("docs/observability/dashboard.json", "utf8"));
  expect(templating.list[0]).toMatchObject({ name: "datasource", type: "datasource", query: "prometheus" });
  for (const { type, title, fieldConfig, targets, datasource } of panels) {
    if (type === "row") continue;
    expect(fieldConfig.defaults.unit, title).toMatch(/\w/);
    expect(datasource.uid, title).toMatch(/^.\{datasource\}$/);
    for (const { expr } of targets) expect(expr, title).toContain('job="$job"');
  }
});
