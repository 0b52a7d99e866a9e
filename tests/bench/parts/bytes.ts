import type { Browser } from "@playwright/test";
import type { Part } from "../bench";
import { phone, withBrowser, withPage } from "../browser";
import { publicPages } from "../routes";

type Bytes = { script: number; style: number; font: number; image: number; document: number };

/** JavaScript on the wire until the page rests, before a click, as Chromium counts it. */
export const bytes: Part = async (world) => {
  const database = await world.database(10_000);
  const shop = await world.serve(database);
  try {
    return await withBrowser(async (browser) => {
      const empty = await bytesOf(browser, `${shop.url}/bench-empty`);
      const rows = [];
      const more: Record<string, Bytes> = { empty };
      for (const [name, path] of Object.entries(await publicPages(database))) {
        const found = await bytesOf(browser, shop.url + path);
        more[name] = found;
        const ratio = found.script / empty.script;
        const goal = name === "product" ? "≤ 1.15 × an empty page, ≤ 150 KB" : "≤ 1.15 × an empty page";
        rows.push({
          what: `JavaScript of ${name}`,
          ours: `${(found.script / 1000).toFixed(1)} KB`,
          limit: `${(empty.script / 1000).toFixed(1)} KB`,
          ratio,
          goal,
          met: ratio <= 1.15 && (name !== "product" || found.script <= 150_000),
        });
      }
      return { rows, more };
    });
  } finally {
    await shop.stop();
  }
};

function bytesOf(browser: Browser, url: string): Promise<Bytes> {
  return withPage(browser, phone, async (page, cdp) => {
    const kinds = new Map<string, string>();
    const sums: Record<string, number> = {};
    await cdp.send("Network.enable");
    cdp.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
    cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? "Other";
      sums[kind] = (sums[kind] ?? 0) + encodedDataLength;
    });
    const answer = await page.goto(url, { waitUntil: "networkidle" });
    if (answer?.status() !== 200) throw new Error(`${url} answers ${answer?.status()}`);
    await page.waitForTimeout(500);
    return {
      script: sums.Script ?? 0,
      style: sums.Stylesheet ?? 0,
      font: sums.Font ?? 0,
      image: sums.Image ?? 0,
      document: sums.Document ?? 0,
    };
  });
}
