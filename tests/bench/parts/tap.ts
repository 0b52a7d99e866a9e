import type { Browser } from "@playwright/test";
import type { Part } from "../bench";
import { phone, slowDown, withBrowser, withPage } from "../browser";
import { effort, median } from "../measure";

/** On a slow phone: from a tap on 'Add to Cart' of the list, so many milliseconds after it has loaded, until the button has changed. */
export const tap: Part = async (world) => {
  const shop = await world.serve(await world.database(10_000));
  try {
    return await withBrowser(async (browser) => {
      const rows = [];
      const more: Record<string, number[]> = {};
      for (const after of [500, 3000]) {
        const times: number[] = [];
        for (let i = 0; i < effort.pages; i++) times.push(await answerTime(browser, `${shop.url}/products`, after));
        const ms = median(times);
        more[`${after}`] = times;
        rows.push({
          what: `a tap on 'Add to Cart' ${after / 1000} s after load`,
          ours: `${Math.round(ms)} ms`,
          goal: "≤ 150 ms",
          met: ms <= 150,
        });
      }
      return { rows, more };
    });
  } finally {
    await shop.stop();
  }
};

function answerTime(browser: Browser, url: string, after: number): Promise<number> {
  return withPage(browser, phone, async (page, cdp) => {
    await slowDown(cdp);
    await page.goto(url, { waitUntil: "load", timeout: 60_000 });
    await page.waitForTimeout(after);
    const button = page.getByRole("button", { name: "Add to Cart" }).first();
    await button.scrollIntoViewIfNeeded();
    const answered = button.evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          let tapped = 0;
          element.addEventListener("pointerdown", () => {
            tapped = performance.now();
          });
          const observer = new MutationObserver(() => {
            if (element.getAttribute("aria-disabled") !== "true") return;
            observer.disconnect();
            // The frame after it has been painted by then.
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - tapped)));
          });
          observer.observe(element, { attributes: true });
        }),
    );
    await button.tap();
    return answered;
  });
}
