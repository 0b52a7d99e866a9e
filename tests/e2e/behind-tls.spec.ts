// The shop behind a proxy that ends TLS for it, as shops are run.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../scripts/ports";
import { startShop, stopShop } from "../../scripts/shop";
import {
  aCustomer,
  addToCart,
  aSweet,
  type BrowserContext,
  test as base,
  cartLink,
  expect,
  fillDelivery,
  fillLogin,
  ordersOf,
  type Page,
} from "../support/shopper";
import { tlsProxy } from "../support/tls-proxy";

type Shop = { url: string; log: () => string };

/** Every page is one of a second instance, which is reached through the proxy alone. */
const test = base.extend<object, { shop: Shop }>({
  shop: [
    async ({}, use) => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-tls-"));
      const log = path.join(folder, "server.log");
      const port = await freePort();
      const proxy = await tlsProxy(port);
      const { child, ready } = startShop(
        process.env.TEST_BUILD ?? "",
        {
          ...process.env,
          DATABASE_URL: process.env.TEST_SHOP_DATABASE_URL,
          PORT: String(port),
          APP_URL: proxy.url,
          // Instances of one shop share their pictures.
          DATA_DIR: process.env.TEST_SHOP_DATA_DIR,
          TRUST_PROXY: "on",
          RATE_LIMIT: "off",
        },
        log,
      );
      if (!(await ready)) throw new Error(`The shop does not start:\n${fs.readFileSync(log, "utf8")}`);
      await use({ url: proxy.url, log: () => fs.readFileSync(log, "utf8") });
      await stopShop(child);
      await proxy.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
  ignoreHTTPSErrors: true,
  // Chromium takes no service worker from a certificate that nobody vouches for.
  allowed: /An (SSL certificate|unknown) error occurred when fetching the script/,
});

/** Marks the page that is shown: the mark is gone once the browser has loaded another. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => "marked" in window);

/** Does something whose action redirects, and gives what the action answered. */
async function actionOf(page: Page, act: () => Promise<unknown>) {
  const [response] = await Promise.all([
    page.waitForResponse(
      (answer) => answer.request().method() === "POST" && "next-action" in answer.request().headers(),
    ),
    act(),
  ]);
  return response;
}

test("actions redirect without a full page load, with Secure cookies and nothing in the log", async ({
  page,
  context,
  shop,
}) => {
  const person = await aCustomer();
  const sweet = await aSweet({ price: 560 });
  await addToCart(page, sweet);

  await page.goto("/login?next=/cart");
  await mark(page);
  const login = await actionOf(page, () => fillLogin(page, person));
  expect(login.headers()["x-action-redirect"]).toBe("/cart;push");
  // The cart's page came with the action's answer.
  expect(login.headers()["content-type"]).toBe("text/x-component");
  await expect(page).toHaveURL(`${shop.url}/cart`);
  await expect(page.getByRole("main")).toContainText(sweet.name);
  expect(await isMarked(page)).toBe(true);
  await expectSecure(context, ["mithaas_hint", "__Secure-authjs.session-token"]);

  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await fillDelivery(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page).toHaveURL(`${shop.url}/orders`);
  await expect(page.getByText("Thank you for your order!")).toBeVisible();
  expect(await ordersOf(person)).toHaveLength(1);
  expect(await isMarked(page)).toBe(true);

  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL(`${shop.url}/home`);
  await expect(cartLink(page)).toHaveAccessibleName("Cart");
  expect(await isMarked(page)).toBe(true);

  expect(shop.log()).not.toMatch(/failed|error|ECONN|SSL/i);
});

async function expectSecure(context: BrowserContext, names: string[]) {
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  expect(cookies.filter(({ secure }) => !secure)).toEqual([]);
}
