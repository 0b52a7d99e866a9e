import { expectAccessible } from "../support/accessible";
import { aCustomerIn, aSweet, db, expect, fillDelivery, type Page, reserve, test } from "../support/shopper";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Delivery Details" });
const place = (page: Page) => page.getByRole("button", { name: "Place Order" }).click();

/** How the orders of a person are delivered, as stored. */
const fulfilmentsOf = (email: string) =>
  db`select o.method, o.pincode, o.area_name, o.delivery_fee::int as fee, o.total::int as total, o.slot_date::text as date, o.slot_from as from
     from orders o join users u on u.id = o.user_id where u.email = ${email} order by o.id`;

test("a pincode is checked at the sweet, costs in cart and drawer, and brings the order in a window, on a phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const person = await aCustomerIn(page);
  const sweet = await aSweet({ price: 679 });
  await page.goto(`/products/${sweet.slug}`);
  const check = page.getByRole("main").getByRole("region", { name: "Delivery" });
  await check.getByLabel("Pincode").fill("400 028");
  await expect(check).toContainText("To 400028 (Mumbai) from");
  await expect(check).toContainText("₹49, free from ₹1,000");
  await page.getByRole("main").getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText("Product has been added to your cart.").first()).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("mithaas:open-cart")));
  const drawer = page.getByRole("dialog", { name: "Your Cart" });
  await expect(drawer.getByLabel("Pincode")).toHaveValue("400028");
  await expect(drawer).toContainText("₹321 more for free delivery");
  await expect(drawer).toContainText("₹728");
  await page.keyboard.press("Escape");

  await page.goto("/cart");
  const summary = page.getByRole("complementary", { name: "Order Summary" });
  await expect(summary).toContainText("Delivery₹49");
  await expect(summary).toContainText("Total₹728");
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await expect(dialog(page).getByLabel(/^Pincode/)).toHaveValue("400028");
  await expect(dialog(page).getByText("Total ₹728")).toBeInViewport({ ratio: 1 });
  await fillDelivery(page);

  // By keyboard: from the method to the last day, and to one of its windows.
  await dialog(page)
    .getByRole("radio", { name: /^Delivery in Mumbai/ })
    .focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowUp");
  const lastDay = dialog(page).getByRole("group", { name: "Day" }).getByRole("radio").last();
  await expect(lastDay).toBeFocused();
  await expect(lastDay).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(dialog(page).getByRole("radio", { name: "We will call you to arrange a time" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  const date = (await lastDay.getAttribute("value")) ?? "";
  const slot = dialog(page).locator(`input[name=slot][value^="${date}"]`).first();
  await expect(slot).toBeChecked();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
  await place(page);
  await expect(page).toHaveURL(/\/orders$/);
  const card = page.getByRole("article").first();
  await expect(card).toContainText("Delivery (Mumbai 400028)₹49");
  await expect(card).toContainText("Total₹728");
  await expect(card).toContainText("10 am –");
  expect(await fulfilmentsOf(person.email)).toEqual([
    { method: "delivery", pincode: "400028", area_name: "Mumbai", fee: 49_00, total: 728_00, date, from: "10:00" },
  ]);
  await card.getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByRole("row", { name: /^Delivery \(Mumbai 400028\)/ })).toContainText("₹49");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a pincode is checked at the sweet, and the order gets a window", async ({ page }) => {
    const person = await aCustomerIn(page);
    const sweet = await aSweet({ price: 300 });
    await page.goto(`/products/${sweet.slug}`);
    const check = page.getByRole("main").getByRole("region", { name: "Delivery" });
    await check.getByLabel("Pincode").fill("4000");
    await check.getByRole("button", { name: "Check delivery" }).click();
    await expect(check).toContainText("Please enter a 6-digit pincode");
    await check.getByLabel("Pincode").fill("400028");
    await check.getByRole("button", { name: "Check delivery" }).click();
    await expect(check).toContainText("To 400028 (Mumbai) from");
    await reserve(page, sweet);
    await page.goto("/cart");
    await expect(page.getByRole("complementary", { name: "Order Summary" })).toContainText("Total₹349");

    await page.goto("/checkout");
    await page.getByLabel(/^Pincode/).fill("400601");
    await page.getByRole("button", { name: "Check delivery" }).click();
    await expect(page.getByText("Total ₹379")).toBeVisible();
    await expect(page.getByRole("group", { name: "Day" })).toBeHidden();
    await fillDelivery(page);
    const slot = page.locator("input[name=slot]").last();
    await slot.check({ force: true });
    const [date, from] = ((await slot.getAttribute("value")) ?? "").split(" ");
    await place(page);
    await expect(page).toHaveURL(/\/orders\?placed=\d+$/);
    expect(await fulfilmentsOf(person.email)).toMatchObject([{ pincode: "400601", fee: 79_00, date, from }]);
  });
});
