// Paying by UPI as a customer does it, in a shop that has a UPI ID (docs/behaviour.md#payments).
import decodeQr from "qr/decode.js";
import sharp from "sharp";
import { expectAccessible } from "../support/accessible";
import { expect, fillDelivery, type Page, withoutScripts } from "../support/shopper";
import { reserveAt, signInTo, test } from "./upi-shop";

let utrs = Date.now() % 1e10;
const aUtr = () => String(800_000_000_000 + utrs++);

const linkFor = (id: number, amount: string) =>
  `upi://pay?pa=mithaas@okbank&pn=Mithaas%20%26%20Sons&tr=MTH${id}&tn=Order%20${id}&am=${amount}&cu=INR`;
const code = (page: Page) => page.getByRole("img", { name: /^QR code/ });
const payment = (page: Page) => page.getByRole("region", { name: "Payment" });

/** What a phone reads from the code on the screen, with what is around it. */
async function scan(page: Page): Promise<string> {
  const picture = await code(page).screenshot();
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQr({ data, width: info.width, height: info.height });
}

/** The id of the order whose page is open. */
async function orderOpened(page: Page): Promise<number> {
  await expect(page).toHaveURL(/\/orders\/\d+$/);
  return Number(/\d+$/.exec(page.url())?.[0]);
}

test("from the checkout to 'Paid': the code, a wrong UTR, a used one, a rejection and a confirmation", async ({
  page,
  context,
  shop,
}) => {
  const [customer, other] = [await shop.customer(), await shop.customer()];
  await signInTo(page, customer, "/orders");
  await reserveAt(shop, context, await shop.sweet(1170.5));
  await page.goto("/cart");
  await expect(page.getByText("By UPI now, or on delivery")).toBeVisible();
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  const dialog = page.getByRole("dialog", { name: "Delivery Details" });
  await fillDelivery(page);
  await expect(dialog.getByRole("radio", { name: "Pay on delivery" })).toBeChecked();
  await dialog.getByRole("radio", { name: "Pay on delivery" }).press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: "Pay by UPI now" })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Place Order" }).click();

  await expect(page.getByText("Thank you for your order!")).toBeVisible();
  const id = await orderOpened(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order #${id}`);
  await expect(payment(page)).toContainText("Pay ₹1,170.50 by UPI");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await scan(page)).toBe(linkFor(id, "1170.50"));
  }
  await expectAccessible(page);

  const utr = page.getByLabel("UTR");
  const send = page.getByRole("button", { name: "I have paid" });
  await utr.fill("1234");
  await send.click();
  await expect(utr).toHaveAccessibleDescription(/Please enter the 12 digits of the UTR/);
  await expect(utr).toBeFocused();
  const used = aUtr();
  await shop.claim(other, await shop.order(other, 100), used);
  await utr.fill(used);
  await utr.press("Enter");
  await expect(utr).toHaveAccessibleDescription(/This UTR has been used for a payment already\./);
  await expect(utr).toHaveValue(used);
  await expectAccessible(page);
  const first = aUtr();
  await utr.fill(first);
  await send.dblclick();
  await expect(payment(page)).toContainText("We are checking your payment");
  await expect(payment(page)).toContainText(`UTR ${first}`);
  await expect(page.getByRole("heading", { name: "Payment", exact: true })).toBeFocused();
  await expect(code(page)).toHaveCount(0);
  expect(await shop.payments(id)).toMatchObject([{ state: "claimed", amount: 1170.5, reference: first }]);
  await expectAccessible(page);

  // The page shows by itself what the owner does.
  await shop.settle(id, "reject", { reason: "Our bank has no such transfer." });
  await expect(payment(page)).toContainText(`UTR ${first}: Our bank has no such transfer.`);
  await expect(page.getByRole("status").filter({ hasText: `Order #${id} is not paid yet.` })).toHaveCount(1);
  await expectAccessible(page);
  await utr.fill(aUtr());
  await send.click();
  await expect(payment(page)).toContainText("We are checking your payment");
  await shop.settle(id, "confirm");
  await expect(payment(page).getByText("Paid", { exact: true })).toBeVisible();
  await expect(payment(page)).toContainText("₹1,170.50 by UPI, received");

  await page.getByRole("link", { name: "My Orders" }).last().click();
  const card = page.getByRole("article", { name: `Order #${id}` });
  await expect(card.getByText("Paid", { exact: true })).toBeVisible();
  await card.getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByRole("heading", { name: `Receipt for order #${id}` })).toBeVisible();
  await expect(page.getByText("Paid.", { exact: true })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use(withoutScripts);

  test("an order is placed and paid by UPI", async ({ page, context, shop }) => {
    const customer = await shop.customer();
    await signInTo(page, customer, "/orders");
    await reserveAt(shop, context, await shop.sweet(499));
    await page.goto("/checkout");
    await fillDelivery(page);
    await page.getByRole("radio", { name: "Pay by UPI now" }).check();
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page.getByText("Thank you for your order!")).toBeVisible();
    const id = Number(/\/orders\/(\d+)\?placed=1$/.exec(page.url())?.[1]);
    expect(await scan(page)).toBe(linkFor(id, "499.00"));

    await page.getByLabel("UTR").fill("12345");
    await page.getByRole("button", { name: "I have paid" }).click();
    await expect(page.getByLabel("UTR")).toHaveAccessibleDescription(/Please enter the 12 digits of the UTR/);
    await expect(page.getByLabel("UTR")).toHaveValue("12345");
    const utr = aUtr();
    await page.getByLabel("UTR").fill(utr);
    await page.getByRole("button", { name: "I have paid" }).click();
    await expect(payment(page)).toContainText("We are checking your payment");
    await expect(payment(page)).toContainText(`UTR ${utr}`);
    await shop.settle(id, "confirm");
    await page.reload();
    await expect(payment(page).getByText("Paid", { exact: true })).toBeVisible();

    const onDelivery = await shop.order(customer, 250, "cod");
    await page.goto(`/orders/${onDelivery}`);
    await expect(payment(page)).toContainText("To pay on delivery: ₹250");
    await page.getByText("Pay by UPI now").click();
    expect(await scan(page)).toBe(linkFor(onDelivery, "250.00"));
  });
});

test("what cannot be paid on delivery is paid by UPI, also when the owner decides that at the last moment", async ({
  page,
  context,
  shop,
}) => {
  await signInTo(page, await shop.customer(), "/orders");
  await reserveAt(shop, context, await shop.sweet(400));
  await page.goto("/cart");
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  const dialog = page.getByRole("dialog", { name: "Delivery Details" });
  await fillDelivery(page);
  await expect(dialog.getByRole("radio", { name: "Pay on delivery" })).toBeChecked();
  try {
    await shop.offer({ active: true, upTo: 399.99 });
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(
      "Orders above ₹399.99 cannot be paid on delivery. Please pay by UPI.",
    );
    await expect(dialog.getByRole("radio", { name: /^Pay/ })).toHaveCount(0);
    await expect(dialog.getByRole("region", { name: "Payment" })).toContainText("Pay by UPI now");
    await expect(page.getByLabel("Recipient Name")).toHaveValue("Sunita Deshmukh");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Place Order" }).click();
    await orderOpened(page);
    await expect(code(page)).toBeVisible();
  } finally {
    await shop.offer({ active: true, upTo: null });
  }
});

test("an order with payment on delivery can be paid by UPI, by keyboard on a phone with large letters", async ({
  playwright,
  launchOptions,
  shop,
}) => {
  const customer = await shop.customer();
  const id = await shop.order(customer, 1170, "cod");
  const args = [...(launchOptions.args ?? []), "--blink-settings=defaultFontSize=32"];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const page = await browser.newPage({ baseURL: shop.url, viewport: { width: 390, height: 844 }, hasTouch: true });
  await signInTo(page, customer, `/orders/${id}`);
  await expect(payment(page)).toContainText("To pay on delivery: ₹1,170");
  await page.getByText("Pay by UPI now").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Open UPI app" })).toHaveAttribute("href", linkFor(id, "1170.00"));
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Open UPI app" })).toBeFocused();
  expect(await scan(page)).toBe(linkFor(id, "1170.00"));
  await page.getByLabel("UTR").fill("1");
  await page.getByRole("button", { name: "I have paid" }).click();
  await expect(page.getByLabel("UTR")).toBeFocused();
  const { width, scrollWidth } = await page.evaluate(() => ({
    width: innerWidth,
    scrollWidth: document.documentElement.scrollWidth,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(width);
  await page.goto("/orders");
  await expect(page.getByText("To pay on delivery: ₹1,170")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await browser.close();
});

test.describe("an order's page", () => {
  test.use({ allowed: /Failed to load resource/ });

  test("is its customer's alone, and private", async ({ page, context, shop }) => {
    const customer = await shop.customer();
    const id = await shop.order(customer, 100);
    await page.goto(`/orders/${id}`);
    await expect(page.getByRole("heading", { name: "Please login to view your orders." })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Login" }).click();
    await expect(page).toHaveURL(`${shop.url}/login?next=/orders/${id}`);
    await page.getByLabel("Email").fill(customer.email);
    await page.getByLabel("Password", { exact: true }).fill(customer.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order #${id}`);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    expect((await page.request.get(`/orders/${id}`)).headers()["cache-control"]).toBe("private, no-store");

    const strangers = await shop.order(await shop.customer(), 100);
    for (const path of [`/orders/${strangers}`, "/orders/999999999", "/orders/nope"]) {
      expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
      await expect(code(page)).toHaveCount(0);
    }
    await context.clearCookies();
    await signInTo(page, { email: "owner@mithaas.test", password: "kajukatli", token: "" }, "/admin");
    await page.goto(`/orders/${id}`);
    await expect(page.getByText("Admins have no cart.")).toBeVisible();
  });
});
