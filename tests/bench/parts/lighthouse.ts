import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { findBrowser } from "@/scripts/browser";
import { run } from "@/scripts/processes.mjs";
import type { Part } from "../bench";
import { effort, type Figure, median, option, rowOf } from "../measure";
import { publicPages } from "../routes";

const KINDS = ["accessibility", "best-practices", "seo"] as const;
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; details?: { items?: MainThreadItem[] } }>;
};
type MainThreadItem = { group: string; duration: number };

/** What one run found; times in milliseconds, scores of 100. */
type Found = {
  performance: number;
  tbt: number;
  lcp: number;
  cls: number;
  /** Work of the main thread, and what of it is scripts, and style and layout. */
  mainThread: number;
  script: number;
  styleLayout: number;
  others: number[];
  /** The audits of the other kinds that are not passed. */
  below: string[];
};

/** Lighthouse's own is 4, a phone of the middle class; `--cpu=7` is a cheap one. */
const slowdown = option("cpu", 4);

/**
 * The first view on a phone: Lighthouse (mobile, simulated throttling) on each public page, beside an empty page of an application of its own
 * with the same Next.js. Each round asks for all of them in turn, so that a busy moment of the machine hits all. The median of five rounds
 * counts; of layout shift and of accessibility, best practices and SEO the worst of five.
 */
export const lighthouse: Part = async (world) => {
  const database = await world.database(10_000);
  const [bare, shop] = [await world.bare(), await world.serve(database)];
  try {
    const pages = Object.entries(await publicPages(database)).map(([name, address]) => [name, shop.url + address]);
    const empty: Found[] = [];
    const found = new Map<string, Found[]>();
    for (let round = 0; round < effort.pages; round++) {
      empty.push(await audit(`${bare.url}/bench-links`));
      for (const [name = "", url = ""] of pages) found.set(name, [...(found.get(name) ?? []), await audit(url)]);
    }
    const limit = middleOf(empty);
    return {
      rows: [
        {
          ...rowOf("an empty page", figuresOf(limit, limit).slice(0, 4)),
          goal: `what pages are compared with, processor ${slowdown} × slower`,
          met: null,
        },
        ...[...found].map(([name, runs]) => {
          const below = new Set(runs.flatMap((one) => one.below));
          return rowOf(below.size > 0 ? `${name} (${[...below].join(", ")})` : name, figuresOf(middleOf(runs), limit));
        }),
      ],
      more: { slowdown, empty, ...Object.fromEntries(found) },
    };
  } finally {
    await shop.stop();
    await bare.stop();
  }
};

function middleOf(runs: Found[]): Found {
  const middle = (key: "performance" | "tbt" | "lcp" | "mainThread" | "script" | "styleLayout") =>
    median(runs.map((one) => one[key]));
  return {
    performance: middle("performance"),
    tbt: middle("tbt"),
    lcp: middle("lcp"),
    cls: Math.max(...runs.map(({ cls }) => cls)),
    mainThread: middle("mainThread"),
    script: middle("script"),
    styleLayout: middle("styleLayout"),
    others: KINDS.map((_, i) => Math.min(...runs.map(({ others }) => others[i] ?? 0))),
    below: [],
  };
}

function figuresOf(page: Found, empty: Found): Figure[] {
  const least = empty.performance - 6;
  const mainThread = 4 * empty.mainThread;
  const ms = (n: number) => `${Math.round(n)} ms`;
  const parts = `script ${Math.round(page.script)}, style and layout ${Math.round(page.styleLayout)}`;
  return [
    {
      text: `performance ${page.performance}`,
      goal: `performance ≥ ${least}`,
      met: page.performance >= least,
    },
    { text: `TBT ${ms(page.tbt)}`, goal: "TBT ≤ 250 ms", met: page.tbt <= 250 },
    { text: `LCP ${ms(page.lcp)}`, goal: "LCP ≤ 2500 ms", met: page.lcp <= 2500 },
    {
      text: `main thread ${ms(page.mainThread)} (${parts})`,
      goal: `main thread ≤ ${ms(mainThread)}`,
      met: page.mainThread <= mainThread,
    },
    { text: `CLS ${Number(page.cls.toFixed(4))}`, goal: "CLS ≤ 0.02", met: page.cls <= 0.02 },
    { text: `others ${page.others.join("/")}`, goal: "others 100", met: page.others.every((score) => score === 100) },
  ];
}

async function audit(url: string): Promise<Found> {
  // A page that has just expired is rendered for whoever asks next: that is not what most visitors wait for.
  await (await fetch(url)).text();
  // Once in a while Lighthouse loses the start of a page in its own trace (NO_NAVSTART), also twice in a row.
  const attempt = () => report(url);
  const { categories, audits } = await attempt().catch(attempt).catch(attempt);
  const work = audits["mainthread-work-breakdown"];
  const numberOf = (id: string) => {
    const value = audits[id]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse gives no ${id} of ${url}`);
    return value;
  };
  const groupOf = (group: string) => work?.details?.items?.find((item) => item.group === group)?.duration ?? 0;
  const scoreOf = (kind: string) => Math.round((categories[kind]?.score ?? 0) * 100);
  return {
    performance: scoreOf("performance"),
    tbt: numberOf("total-blocking-time"),
    lcp: numberOf("largest-contentful-paint"),
    cls: numberOf("cumulative-layout-shift"),
    mainThread: numberOf("mainthread-work-breakdown"),
    script: groupOf("scriptEvaluation"),
    styleLayout: groupOf("styleLayout"),
    others: KINDS.map(scoreOf),
    below: KINDS.flatMap((kind) =>
      (categories[kind]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${kind}: ${id}`),
    ),
  };
}

async function report(url: string): Promise<Report> {
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
    `--only-categories=${["performance", ...KINDS].join(",")}`,
    `--throttling.cpuSlowdownMultiplier=${slowdown}`,
    `--chrome-flags=${flags}`,
  ];
  await run("lighthouse", process.execPath, args, { env: { ...process.env, CHROME_PATH: await findBrowser() } });
  return JSON.parse(fs.readFileSync(file, "utf8"));
}
