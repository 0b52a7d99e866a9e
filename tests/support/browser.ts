// The test function of every browser test: what its pages write to the console is expected or fails it.
import { type BrowserContext, test as base, type ConsoleMessage, expect, type WebError } from "@playwright/test";
import { waitForHydrationIn } from "./hydration";

type Fixtures = {
  /** What the console may say because the test provokes it: `test.use({ allowed: /status of 404/ })`. */
  allowed: RegExp | null;
  watchedConsole: undefined;
};

export const test = base.extend<Fixtures>({
  allowed: [null, { option: true }],
  watchedConsole: [
    async ({ context, allowed, javaScriptEnabled }, use) => {
      if (javaScriptEnabled !== false) waitForHydrationIn(context);
      const unexpected = await watchConsole(context, allowed);
      await use(undefined);
      expect(unexpected(), "what the console says").toEqual([]);
    },
    { auto: true },
  ],
});

const reporting = new WeakSet<BrowserContext>();
/** The browser says only of some refusals of the pages' policy that there was one. */
async function reportRefusals(context: BrowserContext) {
  if (reporting.has(context)) return;
  reporting.add(context);
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
export async function watchConsole(context: BrowserContext, allowed: RegExp | null): Promise<() => string[]> {
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
