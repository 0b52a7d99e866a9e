// nightly: starts a shop behind a proxy; guards proxy.ts, server/next, lib/cookies.ts, lib/http/action.ts, next.config.ts
// The shop behind a proxy that ends TLS for it, as shops are run. That its cookies are Secure, and whose pages may write there:
// tests/api/addresses.test.ts.
import { freePort } from "../../scripts/ports";
import { withInstance } from "../support/instance";
import {
  addToCart,
  type BrowserContext,
  test as base,
  cartLink,
  expect,
  fillDelivery,
  fillLogin,
  isMarked,
  mark,
  ordersOf,
  type Page,
  shop,
} from "../support/shopper";
import { tlsProxy } from "../support/tls-proxy";

/** Every page is one of a second instance, which is reached through the proxy alone. */
const test = base.extend<object, { instance: { url: string; log: () => string } }>({
  instance: [
    async ({}, use) => {
      const port = await freePort();
      const proxy = await tlsProxy(port);
      const env = { PORT: String(port), APP_URL: proxy.url, TRUST_PROXY: "on" };
      await withInstance({ ...env, DATABASE_URL: process.env.TEST_SHOP_DATABASE_URL }, (log) =>
        use({ url: proxy.url, log }),
      );
      await proxy.close();
    },
    { scope: "worker" },
  ],
  baseURL: ({ instance }, use) => use(instance.url),
  ignoreHTTPSErrors: true,
  // Chromium takes no service worker from a certificate that nobody vouches for.
  allowed: /An (SSL certificate|unknown) error occurred when fetching the script/,
});

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
  instance: { url, log },
}) => {
  const [person, sweet] = [await shop.customer(), await shop.sweet()];
  await addToCart(page, sweet);

  await page.goto("/login?next=/cart");
  await mark(page);
  const login = await actionOf(page, () => fillLogin(page, person));
  expect(login.headers()["x-action-redirect"]).toBe("/cart;push");
  // The cart's page came with the action's answer.
  expect(login.headers()["content-type"]).toBe("text/x-component");
  await expect(page).toHaveURL(`${url}/cart`);
  await expect(page.getByRole("main")).toContainText(sweet.name);
  expect(await isMarked(page)).toBe(true);
  await expectSecure(context, ["mithaas_hint", "__Secure-authjs.session-token"]);

  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await fillDelivery(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page).toHaveURL(`${url}/orders`);
  await expect(page.getByText("Thank you for your order!")).toBeVisible();
  expect(await ordersOf(person)).toHaveLength(1);
  expect(await isMarked(page)).toBe(true);

  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL(`${url}/home`);
  await expect(cartLink(page)).toHaveAccessibleName("Cart");
  expect(await isMarked(page)).toBe(true);

  expect(log()).not.toMatch(/failed|error|ECONN|SSL/i);
});

async function expectSecure(context: BrowserContext, names: string[]) {
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  expect(cookies.filter(({ secure }) => !secure)).toEqual([]);
}
