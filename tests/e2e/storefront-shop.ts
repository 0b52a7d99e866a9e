import { type BrowserContext, test as base, expect } from "@playwright/test";
import postgres from "postgres";

/** The shop's database, for what the owner does elsewhere and for what must be exactly so. Test files of one worker share it. */
export const shop = postgres(process.env.TEST_SHOP_DATABASE_URL ?? "", { max: 2, idle_timeout: 2, onnotice: () => {} });

/** Collects what the pages of a context say to the console. */
function listen(context: BrowserContext, said: string[]) {
  context.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
  context.on("weberror", (error) => said.push(`error: ${error.error()}`));
}

/** Pages whose console must stay silent: CSP messages, hydration warnings and failed requests included. */
export const test = base.extend<{ silence: string[] }>({
  silence: [
    async ({ context }, use) => {
      const said: string[] = [];
      listen(context, said);
      await use(said);
      expect(said, "the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});
