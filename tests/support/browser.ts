// The test function of every browser test: what its pages write to the console is expected or fails it.
import { type BrowserContext, test as base, type ConsoleMessage, expect, type WebError } from "@playwright/test";
import { waitForHydrationIn } from "./hydration";

type Fixtures = {
  /** What the console may say because the test provokes it: `test.use({ allowed: /status of 404/ })`. */
  allowed: RegExp | null;
  /** For tests whose pages are gone before the shop has answered: an answer that comes late would give its cookies to the next test. */
  ownContext: boolean;
};
type WorkerFixtures = { shared: { context?: BrowserContext } };

export const test = base.extend<Fixtures, WorkerFixtures>({
  allowed: [null, { option: true }],
  ownContext: [false, { option: true }],
  shared: [
    async ({}, use) => {
      const shared: WorkerFixtures["shared"] = {};
      await use(shared);
      await shared.context?.close();
    },
    { scope: "worker" },
  ],
  // The tests of a worker share one, emptied between them but for its cache of files: with an empty one a page takes twice as long.
  context: async ({ browser, shared, allowed, ownContext, javaScriptEnabled, baseURL }, use) => {
    const isShared = javaScriptEnabled !== false && !ownContext;
    const context = (isShared && shared.context) || (await browser.newContext());
    if (javaScriptEnabled !== false) waitForHydrationIn(context);
    if (isShared) shared.context = context;
    const unexpected = await watchConsole(context, allowed);
    await use(context);
    if (!isShared || !(await isEmptied(context, baseURL ?? ""))) {
      await context.close();
      if (isShared) shared.context = undefined;
    }
    expect(unexpected(), "what the console says").toEqual([]);
  },
  page: async ({ page, viewport }, use) => {
    // Another test's may have been another one.
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },
});

/**
 * Closes the pages of a context and forgets what they stored. False when it cannot be used again: a test has taken over its clock, or its page is
 * just being replaced by another, so that nothing can be asked of it.
 */
async function isEmptied(context: BrowserContext, origin: string): Promise<boolean> {
  const page = context.pages()[0] ?? (await context.newPage());
  const isOwnClock = () => page.evaluate(() => String(performance.now).includes("[native code]"));
  if (!(await isOwnClock().catch(() => false))) return false;
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage" });
  for (const left of context.pages()) await left.close();
  await context.clearCookies();
  return true;
}

const reporting = new WeakSet<BrowserContext>();
/** The browser says only of some refusals of the pages' policy that there was one. */
async function reportRefusals(context: BrowserContext) {
  if (reporting.has(context)) return;
  reporting.add(context);
  // Today is chosen, so that nothing depends on whether its last window is over.
  await context.addInitScript(() => {
    if (location.protocol.startsWith("http")) localStorage["mithaas:day"] ??= "";
  });
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`refused by ${violatedDirective}: ${blockedURI}`),
    ),
  );
}

/**
 * Collects what the pages of a context write to their consoles, but for `console.info` and what is allowed: errors and warnings of
 * the shop, of React and of the browser, what is thrown, and what the pages' policy refuses.
 * @returns ends it and gives what was unexpected
 */
async function watchConsole(context: BrowserContext, allowed: RegExp | null): Promise<() => string[]> {
  const messages: string[] = [];
  const add = (message: string) => {
    if (!allowed?.test(message)) messages.push(message);
  };
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== "info") add(`${message.type()}: ${message.text()}`);
  };
  const onError = (error: WebError) => add(`thrown: ${error.error()}`);
  context.on("console", onConsole);
  context.on("weberror", onError);
  await reportRefusals(context);
  return () => {
    context.off("console", onConsole);
    context.off("weberror", onError);
    return messages;
  };
}
