import { test as base, expect } from "@playwright/test";
import { waitForHydrationIn } from "../support/hydration";

export { db as shop } from "../support/shopper";

/** Fails a test whose pages write anything to the console: policy violations, hydration warnings and failed requests included. */
export const test = base.extend<{ consoleMessages: string[] }>({
  consoleMessages: [
    async ({ context, javaScriptEnabled }, use) => {
      if (javaScriptEnabled !== false) waitForHydrationIn(context);
      const messages: string[] = [];
      context.on("console", (message) => messages.push(`${message.type()}: ${message.text()}`));
      context.on("weberror", (error) => messages.push(`error: ${error.error()}`));
      await use(messages);
      expect(messages, "the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});
