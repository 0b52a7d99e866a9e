import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { findBrowser } from "@/scripts/browser";
import { run } from "@/scripts/processes.mjs";
import type { Part } from "../bench";
import { effort, median } from "../measure";
import { publicPages } from "../routes";

const KINDS = ["performance", "accessibility", "best-practices", "seo"] as const;
type Scores = Record<(typeof KINDS)[number], number>;
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
};

/** What the pages are compared with: only their performance counts. */
const limits = { "an empty page": "/bench-empty", "one photograph on an empty page": "/bench-photo" };

/** Lighthouse as a phone, each public page: the median of five for performance, the worst of five for the rest. */
export const lighthouse: Part = async (world) => {
  const database = await world.database(10_000);
  const shop = await world.serve(database);
  try {
    const rows = [];
    const more: Record<string, unknown> = {};
    for (const [name, address] of Object.entries({ ...limits, ...(await publicPages(database)) })) {
      const runs: Scores[] = [];
      const below = new Set<string>();
      for (let i = 0; i < effort.pages; i++) {
        // Once in a while it loses the start of a page in its own trace (NO_NAVSTART), also twice in a row.
        const attempt = () => audit(shop.url + address);
        const report = await attempt().catch(attempt).catch(attempt);
        runs.push(
          Object.fromEntries(
            KINDS.map((kind) => [kind, Math.round((report.categories[kind]?.score ?? 0) * 100)]),
          ) as Scores,
        );
        for (const kind of KINDS.slice(1))
          for (const { id, weight } of report.categories[kind]?.auditRefs ?? [])
            if (weight > 0 && (report.audits[id]?.score ?? 1) < 1) below.add(`${kind}: ${id}`);
      }
      const performance = median(runs.map((scores) => scores.performance));
      const others = KINDS.slice(1).map((kind) => Math.min(...runs.map((scores) => scores[kind])));
      more[name] = { runs, below: [...below] };
      rows.push({
        what: `Lighthouse, ${name}${below.size ? ` (${[...below].join(", ")})` : ""}`,
        ours: [performance, ...others].join(" / "),
        goal: "performance ≥ 98, others 100",
        met: name in limits ? null : performance >= 98 && others.every((score) => score === 100),
      });
    }
    return { rows, more };
  } finally {
    await shop.stop();
  }
};

async function audit(url: string): Promise<Report> {
  const file = path.join(os.tmpdir(), "mithaas-bench/lighthouse.json");
  const cli = path.join(import.meta.dirname, "../node_modules/lighthouse/cli/index.js");
  const flags =
    "--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync";
  const args = [
    cli,
    url,
    "--quiet",
    "--output=json",
    `--output-path=${file}`,
    `--only-categories=${KINDS.join(",")}`,
    `--chrome-flags=${flags}`,
  ];
  await run("lighthouse", process.execPath, args, { env: { ...process.env, CHROME_PATH: await findBrowser() } });
  return JSON.parse(fs.readFileSync(file, "utf8"));
}
