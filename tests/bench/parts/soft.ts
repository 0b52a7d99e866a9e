import type { Browser } from "@playwright/test";
import type { Part } from "../bench";
import { withBrowser, withPage } from "../browser";
import { effort, median } from "../measure";

/** From the click on a card of the list to the product's heading in the page, when its page has been prefetched; the same of empty pages. */
export const soft: Part = async (world) => {
  const shop = await world.serve(await world.database(10_000));
  try {
    const [taken, limit] = await withBrowser(async (browser) => {
      const all: [number[], number[]] = [[], []];
      for (let i = 0; i < effort.pages + 1; i++) {
        all[0].push(await navigation(browser, `${shop.url}/products`, 'main a[href^="/products/"]'));
        all[1].push(await navigation(browser, `${shop.url}/bench-links`, "main a"));
      }
      return all.map((times) => times.slice(1)) as typeof all;
    });
    const ms = median(taken);
    return {
      rows: [
        {
          what: "soft navigation, list → product, prefetched",
          ours: `${ms.toFixed(0)} ms`,
          limit: `${median(limit).toFixed(0)} ms`,
          goal: "≤ 50 ms",
          met: ms <= 50,
        },
      ],
      more: { taken, limit },
    };
  } finally {
    await shop.stop();
  }
};

/** Milliseconds from the click on the first such link of a page until the next page's heading is there. */
function navigation(browser: Browser, url: string, selector: string): Promise<number> {
  return withPage(browser, { viewport: { width: 1280, height: 900 } }, async (page) => {
    await page.goto(url, { waitUntil: "networkidle" });
    const link = page.locator(selector).first();
    await link.hover();
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(300);
    return link.evaluate(async (element) => {
      const path = new URL((element as HTMLAnchorElement).href).pathname;
      const before = document.querySelector("h1");
      const text = before?.textContent;
      const began = performance.now();
      (element as HTMLElement).click();
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        const heading = document.querySelector("h1");
        if (location.pathname === path && heading && heading.textContent !== text) return performance.now() - began;
        if (performance.now() - began > 10_000) throw new Error(`${path} did not come`);
      }
    });
  });
}
