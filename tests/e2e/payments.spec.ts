// Paying by UPI as a customer does it, in a shop that has a UPI ID (docs/behaviour.md#payments). What each state shows, and a choice that
// the owner changes at the last moment: tests/components/payments.test.tsx and checkout-form.test.tsx. Slow: it starts a shop that takes
// UPI, and two journeys from the checkout to what was paid.
import decodeQr from "qr/decode.js";
import sharp from "sharp";
import { expectAccessible } from "../support/accessible";
import { expect, fillDelivery, type Page, post, signIn } from "../support/shopper";
import { test } from "./upi-shop";

let utrs = 0;
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
  await expect(page).toHaveURL(/\/orders\/\d+(\?placed=1)?$/);
  return Number(/\/orders\/(\d+)/.exec(page.url())?.[1]);
}

test("from the checkout to 'Paid': the code, a wrong UTR, a used one, a rejection and a confirmation", async ({
  page,
  shop,
}) => {
  const [customer, other, sweet] = [await shop.customer(), await shop.customer(), await shop.sweet({ price: 1170.5 })];
  await page.clock.install();
  await post(page, "/cart/reserve", { productId: sweet.id, quantity: 1 }, shop.url);
  await signIn(page, customer, "/cart", shop.url);
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

  const utr = page.getByLabel("UTR");
  const send = page.getByRole("button", { name: "I have paid" });
  await utr.fill("1234");
  await send.click();
  await expect(utr).toHaveAccessibleDescription(/Please enter the 12 digits of the UTR/);
  await expect(utr).toBeFocused();
  const used = aUtr();
  await shop.claim(other, await shop.orderFor(other, 100), used);
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

  // The page shows by itself what the owner does.
  await shop.settle(id, "reject", { reason: "Our bank has no such transfer." });
  await page.clock.fastForward(5_000);
  await expect(payment(page)).toContainText(`UTR ${first}: Our bank has no such transfer.`);
  await expect(page.getByRole("status").filter({ hasText: `Order #${id} is not paid yet.` })).toHaveCount(1);
  await utr.fill(aUtr());
  await send.click();
  await expect(payment(page)).toContainText("We are checking your payment");
  await shop.settle(id, "confirm");
  await page.clock.fastForward(5_000);
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
  test.use({ javaScriptEnabled: false });

  test("an order is placed and paid by UPI", async ({ page, shop }) => {
    const [customer, sweet] = [await shop.customer(), await shop.sweet({ price: 499 })];
    await post(page, "/cart/reserve", { productId: sweet.id, quantity: 1 }, shop.url);
    await signIn(page, customer, "/checkout", shop.url);
    await fillDelivery(page);
    await page.getByRole("radio", { name: "Pay by UPI now" }).check();
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page.getByText("Thank you for your order!")).toBeVisible();
    const id = await orderOpened(page);
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

    const onDelivery = await shop.orderFor(customer, 250, "cod");
    await page.goto(`/orders/${onDelivery}`);
    await expect(payment(page)).toContainText("To pay on delivery: ₹250");
    await page.getByText("Pay by UPI now").click();
    expect(await scan(page)).toBe(linkFor(onDelivery, "250.00"));
  });
});
