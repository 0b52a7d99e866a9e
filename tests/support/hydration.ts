import type { BrowserContext, Page } from "@playwright/test";

const waiting = new WeakSet<Page>();

/**
 * Makes `goto` and `reload` of a page return when React handles its controls. The browser shows a page earlier: what a test clicks in
 * between is sent as it is without JavaScript, which is right but not what most tests are about. A call that names `waitUntil` does not
 * wait.
 */
function waitForHydration(page: Page): void {
  if (waiting.has(page)) return;
  waiting.add(page);
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (!options?.waitUntil) await hydrated(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (!options?.waitUntil) await hydrated(page);
    return response;
  };
}

/** The same for every page that this context has and opens. */
export function waitForHydrationIn(context: BrowserContext): void {
  for (const page of context.pages()) waitForHydration(page);
  context.off("page", waitForHydration); // of an earlier test that had the same context
  context.on("page", waitForHydration);
}

const CONTROLS = "button, input:not([type=hidden]), select, textarea";

/** Waits until React handles the controls of a page: it keeps the props of an element that it handles under a key of the element. */
export const hydrated = (page: Page) =>
  page.waitForFunction(
    (selector) =>
      [...document.querySelectorAll(selector)].every((element) =>
        Object.keys(element).some((key) => key.startsWith("__reactProps$")),
      ),
    CONTROLS,
    { polling: 50, timeout: 15_000 },
  );
