import type { Browser } from "@playwright/test";
import type { Part } from "../bench";
import { phone, slowDown, withBrowser, withPage } from "../browser";
import { effort, median } from "../measure";
import { publicPages } from "../routes";

type Vitals = { lcp: number; tbt: number; cls: number; longest: number; what: string };

/** First load on a slow phone. */
export const cold: Part = async (world) => {
  const database = await world.database(10_000);
  const shop = await world.serve(database);
  try {
    return await withBrowser(async (browser) => {
      const rows = [];
      const more: Record<string, Vitals[]> = {};
      let limit: string | undefined;
      for (const [name, path] of Object.entries({ empty: "/bench-empty", ...(await publicPages(database)) })) {
        const runs: Vitals[] = [];
        for (let i = 0; i < effort.pages; i++) runs.push(await vitalsOf(browser, shop.url + path));
        more[name] = runs;
        const [lcp, tbt, cls, longest] = (["lcp", "tbt", "cls", "longest"] as const).map((key) =>
          median(runs.map((run) => run[key])),
        );
        const ours = `${Math.round(lcp as number)} / ${Math.round(tbt as number)} ms / ${cls?.toFixed(4)} / ${Math.round(longest as number)} ms`;
        limit ??= ours;
        rows.push({
          what: `cold load of ${name}: LCP (${runs[0]?.what}) / TBT / CLS / longest task`,
          ours,
          limit,
          goal: "LCP ≤ 1200 ms, TBT ≤ 100 ms, CLS 0",
          met: name === "empty" ? null : (lcp as number) <= 1200 && (tbt as number) <= 100 && cls === 0,
        });
      }
      return { rows, more };
    });
  } finally {
    await shop.stop();
  }
};

function vitalsOf(browser: Browser, url: string): Promise<Vitals> {
  return withPage(browser, phone, async (page, cdp) => {
    await slowDown(cdp);
    await page.addInitScript(() => {
      const found = { lcp: 0, what: "", cls: 0, tasks: [] as number[] };
      Object.assign(window, { found });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
          found.lcp = entry.startTime;
          found.what = entry.element?.tagName.toLowerCase() ?? "";
        }
      }).observe({ type: "largest-contentful-paint", buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) found.cls += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) found.tasks.push(entry.duration);
      }).observe({ type: "longtask", buffered: true });
    });
    const answer = await page.goto(url, { waitUntil: "networkidle", timeout: 60_000 });
    if (answer?.status() !== 200) throw new Error(`${url} answers ${answer?.status()}`);
    await page.waitForTimeout(1500);
    const found = await page.evaluate(
      () => (window as unknown as { found: { lcp: number; what: string; cls: number; tasks: number[] } }).found,
    );
    return {
      lcp: found.lcp,
      what: found.what,
      cls: found.cls,
      tbt: found.tasks.reduce((sum, task) => sum + Math.max(0, task - 50), 0),
      longest: Math.max(0, ...found.tasks),
    };
  });
}
