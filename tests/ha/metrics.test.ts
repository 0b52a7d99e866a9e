// Prometheus of Debian reads two instances, and alerts when their database stops. PostgreSQL is the embedded one.
import "../faults/setup";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { freePort } from "@/scripts/ports";
import { database } from "../faults/database";
import { anInstance, anOwner, aPerson, aSweetBy, order } from "../faults/shop";
import { findProgram, makeFolder, startProgram, until, writeFile } from "./support/programs";

const TOKEN = "a-token-of-the-tests-0123456789";
const RULES = path.resolve("docs/observability/alerts.yml");

test("the rules are valid, and fire when they are meant to (tests/ha/alerts.test.yml)", () => {
  const promtool = (...args: string[]) => execFileSync(findProgram("promtool"), args, { encoding: "utf8" });
  expect(promtool("check", "rules", RULES)).toContain("SUCCESS");
  expect(promtool("test", "rules", path.resolve("tests/ha/alerts.test.yml"))).toContain("SUCCESS");
});

test("Prometheus reads both instances with the token, and alerts while the database is stopped", async () => {
  const shops = [await anInstance({ METRICS_TOKEN: TOKEN }), await anInstance({ METRICS_TOKEN: TOKEN })] as const;
  const port = await freePort();
  const folder = makeFolder("prometheus");
  const targets = shops.map(({ url }) => new URL(url).host);
  const config = {
    global: { scrape_interval: "1s", evaluation_interval: "1s" },
    rule_files: [writeFile(path.join(folder, "alerts.yml"), fs.readFileSync(RULES, "utf8"))],
    scrape_configs: [
      {
        job_name: "mithaas",
        metrics_path: "/api/metrics",
        authorization: { credentials_file: writeFile(path.join(folder, "token"), TOKEN) },
        static_configs: [{ targets }],
      },
    ],
  };
  const prometheus = startProgram(
    "prometheus",
    "prometheus",
    [
      // JSON is YAML.
      `--config.file=${writeFile(path.join(folder, "prometheus.yml"), JSON.stringify(config))}`,
      `--storage.tsdb.path=${path.join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { cwd: folder },
  );
  const ask = async (where: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${where}`).catch(() => undefined);
    return response?.ok ? (await response.json()).data : undefined;
  };
  const valueOfQuery = async (query: string): Promise<number | undefined> => {
    const data = await ask(`query?query=${encodeURIComponent(query)}`);
    return data?.result[0] && Number(data.result[0].value[1]);
  };
  const becomes = (query: string, value: number) =>
    until(async () => (await valueOfQuery(query)) === value, { because: `${query} = ${value}`, of: [prometheus] });

  await becomes('count(up{job="mithaas"} == 1)', 2);
  const owner = await anOwner(shops[0]);
  const person = await aPerson(shops[1]);
  const sweet = await aSweetBy(shops[0], owner);
  for (const shop of [...shops, ...shops]) expect((await order(shop, person.token, [sweet.id])).status).toBe(201);
  await becomes('sum(http_requests_total{route="/api/orders", method="POST", status="201"})', 4);
  await becomes("max(mithaas_stock_differences)", 0);
  await becomes("count(mithaas_build_info)", 2);

  const alerts = async () =>
    ((await ask("alerts"))?.alerts ?? []) as { state: string; labels: { alertname: string } }[];
  const isFiring = async () =>
    (await alerts()).some(({ state, labels }) => state === "firing" && labels.alertname === "DatabaseAway");
  expect(await isFiring()).toBe(false);
  await database.stop();
  const stopped = performance.now();
  await until(isFiring, { atMost: 120_000, because: "No alert", of: [prometheus] });
  console.log(`DatabaseAway fires ${Math.round((performance.now() - stopped) / 1000)} s after the database stopped.`);
  // Both are read throughout; what the last look at the database found is shown no longer.
  expect(await valueOfQuery('count(up{job="mithaas"} == 1)')).toBe(2);
  await until(async () => (await valueOfQuery("max(mithaas_messages_waiting)")) === undefined, { of: [prometheus] });

  await database.start();
  await until(async () => !(await isFiring()), { because: "The alert stays", of: [prometheus] });
  await becomes("sum(mithaas_database_up)", 2);
  await until(async () => (await valueOfQuery("max(mithaas_messages_waiting)")) !== undefined, { of: [prometheus] });
});
