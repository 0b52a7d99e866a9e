// Slow: both tests walk from the cart to an order and on. Who has an order without an account: tests/api/orders-without-account.test.ts.
import { expectAccessible } from "../support/accessible";
import {
  alertIn,
  aPerson,
  expect,
  fillDelivery,
  keepsCookies,
  type Page,
  reserve,
  shop,
  test,
  toastOf,
} from "../support/shopper";

const asked = (page: Page) => page.getByRole("dialog", { name: "Please sign in" });
const withoutAccount = (page: Page) => asked(page).getByRole("button", { name: "Order without an account" });
const details = (page: Page) => page.getByRole("dialog", { name: "Delivery Details" });
const orderIn = (page: Page, which: "first" | "last") => page.getByRole("article", { name: /^Order #/ })[which]();

test("a visitor orders by the keyboard without an account, cancels, orders again, deletes the details and forgets the orders", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const sweet = await shop.sweet({ quantity: 10 });
  await reserve(page, sweet, 2);
  await page.goto("/cart");
  const proceed = page.getByRole("button", { name: "Proceed to Checkout" });
  await proceed.press("Enter");
  await expect(asked(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await expect(withoutAccount(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(details(page).getByLabel("Recipient Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(proceed).toBeFocused();
  await page.keyboard.press("Enter");
  await withoutAccount(page).press("Enter");
  await fillDelivery(details(page));
  await details(page).getByLabel("Email").fill("sunita@mithaas.test");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Place Order" }).press("Enter");
  await expect(page).toHaveURL(/\/orders$/);
  const first = orderIn(page, "first");
  await expect(first).toContainText("Thank you for your order!");
  await first.getByRole("button", { name: "Copy" }).click();
  await expect(toastOf(page, "Tracking link copied")).toBeVisible();
  const link = await first.getByRole("link", { name: "Tracking link" }).getAttribute("href");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await first.getByRole("button", { name: "Cancel order" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(first).toContainText("This order was cancelled.");

  await first.getByRole("button", { name: "Order again" }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await proceed.click();
  await withoutAccount(page).click();
  await expect(details(page)).toContainText("Filled in from your last order.");
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page).toHaveURL(/\/orders$/);

  await orderIn(page, "last")
    .getByRole("link", { name: /^Order #/ })
    .click();
  const erase = orderIn(page, "last").getByRole("group").filter({ hasText: "Delete my details" });
  await erase.getByText("Delete my details").first().click();
  await expectAccessible(page);
  await erase.getByRole("button", { name: "Delete my details" }).click();
  await expect(toastOf(page, /^Your details are deleted from order #\d+\.$/)).toBeVisible();
  await expect(page.getByRole("article", { name: /^Order #/ })).toHaveCount(1);

  // Back from the shop, the footer leads to it.
  await page.goto("/home");
  await page.getByRole("contentinfo").getByRole("link", { name: "My orders" }).click();
  await page.getByText("Forget these orders on this device").first().click();
  await page.getByRole("button", { name: "Forget these orders on this device" }).click();
  await expect(page.getByText("Please login to view your orders.")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the login leads to the checkout without an account, and the order is added to the account that is made afterwards", async ({
    page,
  }) => {
    await keepsCookies(page);
    const sweet = await shop.sweet();
    await reserve(page, sweet);
    await page.goto("/login?next=/checkout");
    await page.getByRole("link", { name: "Order without an account" }).click();
    await expect(page).toHaveURL(/\/checkout\?guest=1$/);
    await fillDelivery(page);
    await page.getByLabel("Email").fill("sunita@");
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await page.getByLabel("Email").fill("");
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page).toHaveURL(/\/orders\?placed=\d+$/);
    await expect(orderIn(page, "first")).toContainText("Thank you for your order!");

    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Create an account" }).click();
    const { name, email, password } = aPerson();
    await page.getByLabel("Full Name").fill(name);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Confirm Password").fill(password);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page).toHaveURL(/\/orders$/);
    await expect(page.getByText(/^Order #\d+ was placed in this browser\. Add it to your account\?$/)).toBeVisible();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page).toHaveURL(/\/orders\?order=\d+$/);
    await expect(orderIn(page, "first")).toContainText(sweet.name);
    await expect(page.getByText("Add it to your account?")).toHaveCount(0);
    await expect(alertIn(page)).toHaveCount(0);
  });
});
