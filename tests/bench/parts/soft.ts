import type { Part } from "../bench";
import { withBrowser, withPage } from "../browser";
import { effort, median } from "../measure";

/** From the click on a card of the list to the product's heading in the page, when its page has been prefetched. */
export const soft: Part = async (world) => {
  const shop = await world.serve(await world.database(10_000));
  try {
    const taken = await withBrowser(async (browser) => {
      const all: number[] = [];
      for (let i = 0; i < effort.pages + 1; i++)
        await withPage(browser, { viewport: { width: 1280, height: 900 } }, async (page) => {
          await page.goto(`${shop.url}/products`, { waitUntil: "networkidle" });
          const link = page.locator('main a[href^="/products/"]').first();
          await link.hover();
          await page.waitForLoadState("networkidle");
          await page.waitForTimeout(300);
          const ms = await link.evaluate(async (element) => {
            const path = new URL((element as HTMLAnchorElement).href).pathname;
            const before = document.querySelector("h1");
            const text = before?.textContent;
            const began = performance.now();
            (element as HTMLElement).click();
            for (;;) {
              await new Promise((resolve) => setTimeout(resolve, 1));
              const heading = document.querySelector("h1");
              if (location.pathname === path && heading && heading.textContent !== text)
                return performance.now() - began;
              if (performance.now() - began > 10_000) throw new Error(`${path} did not come`);
            }
          });
          all.push(ms);
        });
      return all.slice(1);
    });
    const ms = median(taken);
    return {
      rows: [
        {
          what: "soft navigation, list → product, prefetched",
          ours: `${ms.toFixed(0)} ms`,
          goal: "≤ 50 ms",
          met: ms <= 50,
        },
      ],
      more: taken,
    };
  } finally {
    await shop.stop();
  }
};
