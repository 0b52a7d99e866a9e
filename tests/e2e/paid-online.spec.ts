// Paying online as a customer does it, at the stand-in of the gateway (docs/behaviour.md#payments). What each state shows:
// tests/components/payments.test.tsx. Slow: it starts a shop that takes payments online, and walks from the checkout to the gateway and back.
import { freePort } from "../../scripts/ports";
import { expectAccessible } from "../support/accessible";
import { withInstance } from "../support/instance";
import { RazorpayStandIn } from "../support/razorpay";
import { type Customer, ShopApi } from "../support/shop-api";
import { admin, test as base, expect, fillDelivery, type Page, post, signIn } from "../support/shopper";
import { aDatabase } from "./upi-shop";

type Worker = { shop: ShopApi; gateway: RazorpayStandIn };

/** Every page is one of a shop that is paid at a stand-in. */
const test = base.extend<object, Worker>({
  gateway: [
    async ({}, use) => {
      const gateway = await RazorpayStandIn.start();
      await use(gateway);
      await gateway.close();
    },
    { scope: "worker" },
  ],
  shop: [
    async ({ gateway }, use) => {
      const port = await freePort();
      const shop = new ShopApi(`http://localhost:${port}`, admin);
      const env = { PORT: String(port), APP_URL: shop.url, DATABASE_URL: await aDatabase(), ...gateway.environment };
      await withInstance(env, async () => {
        gateway.webhookUrl = `${shop.url}/api/payments/razorpay/webhook`;
        const { version, value } = (await shop.asAdmin("GET", "/admin/settings")).payments;
        const online = { active: true, holdMinutes: 30 };
        await shop.asAdmin("PUT", "/admin/settings/payments", { version, value: { ...value, online } });
        await use(shop);
      });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
});

const payment = (page: Page) => page.getByRole("region", { name: "Payment", exact: true });
const pay = (page: Page, amount = "₹1,408") => page.getByRole("button", { name: `Pay ${amount}`, exact: true });
const toPay = (page: Page) => payment(page).getByRole("link", { name: "Pay ₹1,408", exact: true });
/** Presses a button of the gateway's page. */
const atGateway = (page: Page, name: "Pay" | "Fail" | "Close" | "Back to the shop") =>
  page.getByRole("button", { name, exact: true }).click();

async function withCart(page: Page, shop: ShopApi, next: string) {
  const sweet = await shop.sweet({ price: 1408 });
  await post(page, "/cart/reserve", { productId: sweet.id, quantity: 1 }, shop.url);
  const customer = await shop.customer();
  await signIn(page, customer, next, shop.url);
  return customer;
}

/** The id of an order of ₹1,408. */
async function anOrder(shop: ShopApi, by: Customer, method: "online" | "cod"): Promise<number> {
  const line = { productId: (await shop.sweet({ price: 1408 })).id, quantity: 1 };
  return (await shop.order(by, [line], { payment: method })).id;
}

test("from the checkout to 'Paid', past a payment that fails and one that is closed", async ({ page, shop }) => {
  await withCart(page, shop, "/cart");
  await expect(page.getByText("Online now, or on delivery")).toBeVisible();
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await fillDelivery(page);
  await expect(page.getByRole("radio", { name: "Pay on delivery" })).toBeChecked();
  await page.getByRole("radio", { name: "Pay on delivery" }).press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Pay online" })).toBeChecked();
  await page.getByRole("button", { name: "Place Order" }).click();

  await expect(page).toHaveURL(/\/orders\/\d+\/pay$/);
  const address = page.url().replace("/pay", "");
  const main = page.getByRole("main");
  await expect(main).toContainText("Thank you for your order!");
  await expect(main).toContainText(/Please pay by \d+:\d\d [ap]m\. Unpaid orders are cancelled then\./);
  await expectAccessible(page);
  await pay(page).press("Enter");
  await expect(page.getByText("₹1,408.00")).toBeVisible();
  await atGateway(page, "Fail");

  await expect(page).toHaveURL(address);
  await expect(payment(page)).toContainText("The last try failed: Payment failed");
  await expectAccessible(page);
  await toPay(page).click();
  await pay(page).click();
  await atGateway(page, "Close");
  await expect(page).toHaveURL(address);

  await page.goto("/orders");
  await page.getByRole("link", { name: "Pay ₹1,408 online" }).click();
  await pay(page).click();
  await atGateway(page, "Pay");
  await expect(page).toHaveURL(address);
  await expect(payment(page).getByText("Paid", { exact: true })).toBeVisible();
  await expect(payment(page)).toContainText("₹1,408 online, received");
  await page.goto(`${address}/pay`);
  await expect(page).toHaveURL(address);
});

test("while the gateway is away the page says so, and the order can be paid on delivery, or online again", async ({
  page,
  shop,
  gateway,
}) => {
  const customer = await shop.customer();
  const id = await anOrder(shop, customer, "online");
  await signIn(page, customer, undefined, shop.url);
  await gateway.goAway();
  await page.goto(`/orders/${id}/pay`);
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "The payment service cannot be reached right now",
  );
  await expect(pay(page)).toHaveCount(0);
  await expectAccessible(page);
  await gateway.comeBack();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(pay(page)).toBeVisible();
  await page.getByRole("button", { name: "Pay on delivery instead" }).click();
  await expect(payment(page)).toContainText("To pay on delivery: ₹1,408");
  await payment(page).getByRole("link", { name: "Pay online" }).click();
  await expect(pay(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay on delivery instead" })).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an order is placed and paid online, and another one on delivery instead", async ({ page, shop, browser }) => {
    const customer = await withCart(page, shop, "/checkout");
    await fillDelivery(page);
    await page.getByRole("radio", { name: "Pay online" }).check();
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page.getByRole("main")).toContainText("Thank you for your order!");
    await pay(page).click();
    await atGateway(page, "Pay");
    await atGateway(page, "Back to the shop");
    await expect(payment(page).getByText("Paid", { exact: true })).toBeVisible();

    // A UPI app comes back in a browser that does not have the order.
    await page.goto(`/orders/${await anOrder(shop, customer, "online")}/pay`);
    await pay(page).click();
    await atGateway(page, "Fail");
    const elsewhere = await browser.newPage({ javaScriptEnabled: false });
    await elsewhere.setContent(await page.content());
    await atGateway(elsewhere, "Back to the shop");
    await expect(elsewhere.getByRole("main")).toContainText("To be paid online");
    await expect(elsewhere.getByRole("main")).toContainText("If you have just paid, load this page again in a minute.");
    await elsewhere.close();
    await atGateway(page, "Back to the shop");
    await toPay(page).click();
    await page.getByRole("button", { name: "Pay on delivery instead" }).click();
    await expect(payment(page)).toContainText("To pay on delivery: ₹1,408");
  });
});
