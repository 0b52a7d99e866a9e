import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "@playwright/test";
import { findBrowser } from "@/scripts/browser";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Runs with a browser that is closed afterwards. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: FLAGS });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** A phone, as Lighthouse has it. */
export const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** A slow phone: processor four times slower, 1.6 Mbit/s, 150 ms. */
export async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** Runs with a page of its own context: nothing is cached. */
export async function withPage<T>(
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0],
  work: (page: Page, cdp: CDPSession, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    return await work(page, await context.newCDPSession(page), context);
  } finally {
    await context.close();
  }
}
