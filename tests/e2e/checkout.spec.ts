// Slow: each of its tests walks from the cart to an order.
import { expectAccessible } from "../support/accessible";
import { delivery } from "../support/shop-api";
import {
  aCustomerIn,
  cartLink,
  endSessions,
  expect,
  fillDelivery,
  fillLogin,
  ordersOf,
  type Page,
  quantityOf,
  releaseHolds,
  reserve,
  shop,
  test,
} from "../support/shopper";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Delivery Details" });

async function openDialog(page: Page) {
  await page.goto("/cart");
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await expect(dialog(page)).toBeVisible();
}

/** A customer in front of the open dialog, with so many of a new sweet in the cart. */
async function atCheckout(page: Page, { quantity = 10, packs = 1 } = {}) {
  const person = await aCustomerIn(page);
  const sweet = await shop.sweet({ quantity });
  await reserve(page, sweet, packs);
  await openDialog(page);
  return { person, sweet };
}

/** What was typed, as this browser keeps it. */
const draftIn = (page: Page) => page.evaluate(() => localStorage.getItem("mithaas:delivery"));

const place = (page: Page) => page.getByRole("button", { name: "Place Order" }).click();

test("a visitor signs in on the way, comes back to the open dialog with the cart whole, and orders once by a double click", async ({
  page,
}) => {
  const person = await shop.customer();
  const sweet = await shop.sweet({ price: 560, quantity: 10 });
  await reserve(page, sweet, 2);
  await page.goto("/cart");
  await page.getByRole("checkbox", { name: /Add gift wrap/ }).check();
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await page.getByRole("dialog", { name: "Please sign in" }).getByRole("link", { name: "Sign in" }).click();
  await fillLogin(page, person);
  await expect(dialog(page)).toContainText(`${sweet.name} × 2`);
  await expect(dialog(page)).toContainText("Pay on delivery, in cash or by UPI at the door.");
  await expect(dialog(page)).toContainText("₹1,170");

  await place(page);
  await expect(dialog(page).getByText("Please fill required delivery details.")).toBeVisible();
  await expect(page.getByLabel("Recipient Name")).toHaveValue(person.name);
  await expect(page.getByLabel("Delivery Address")).toBeFocused();
  await fillDelivery(page);
  expect(await draftIn(page)).toContain("Shivaji Park");
  await page.getByRole("button", { name: "Place Order" }).dblclick();
  await expect(page).toHaveURL(/\/orders$/);
  expect(await draftIn(page)).toBeNull();
  await expect(page.getByText("Order placed successfully")).toBeVisible();
  await expect(page.getByText("Thank you for your order!")).toBeVisible();
  await expect(cartLink(page)).toHaveAccessibleName("Cart");
  const orders = await ordersOf(person);
  expect(orders).toHaveLength(1);
  expect(Number(orders[0]?.total)).toBe(1170_00);
  expect(await quantityOf(sweet)).toBe(8);
});

test("two tabs that check out one cart order once", async ({ page, context }) => {
  const { person } = await atCheckout(page);
  const second = await context.newPage();
  await openDialog(second);
  for (const tab of [page, second]) await fillDelivery(tab);
  await second.getByLabel("Notes").fill("Ring twice");
  await place(page);
  await expect(page).toHaveURL(/\/orders$/);
  await place(second);
  await expect(second).toHaveURL(/\/orders$/);
  await expect(second.getByText("Nothing was ordered twice.")).toBeVisible();
  expect(await ordersOf(person)).toHaveLength(1);
});

test.describe("with a lost connection", () => {
  test.use({ allowed: /Failed to load resource|net::/ });

  test("an order whose answer was lost is found by the retry", async ({ page }) => {
    const { person } = await atCheckout(page);
    await fillDelivery(page);
    let lost = false;
    await page.route("**/cart*", async (route) => {
      if (lost || route.request().method() !== "POST") return route.fallback();
      lost = true;
      await route.fetch({ maxRedirects: 0 });
      await route.abort();
    });
    await place(page);
    await expect(dialog(page).getByRole("alert")).toContainText("Failed to place order");
    await expect(page.getByLabel("Recipient Name")).toHaveValue("Sunita Deshmukh");
    expect(await ordersOf(person)).toHaveLength(1);
    await place(page);
    await expect(page).toHaveURL(/\/orders$/);
    // The lost answer had left its toast in a cookie all the same.
    await expect(page.getByText("Order placed successfully").first()).toBeVisible();
    expect(await ordersOf(person)).toHaveLength(1);
  });
});

test("what has changed meanwhile is shown and accepted first: a higher price, less stock", async ({ page }) => {
  const { person, sweet } = await atCheckout(page, { quantity: 5, packs: 4 });
  const notice = dialog(page).getByRole("alert");
  await fillDelivery(page);
  await shop.edit(sweet.id, { price: 120 });
  await place(page);
  await expect(notice).toContainText("Prices have changed. Please check the new total.");
  await expect(notice).toContainText(`${sweet.name}: now ₹120 each`);
  expect(await ordersOf(person)).toHaveLength(0);
  await page.getByRole("button", { name: "Accept new prices" }).click();
  await expect(notice).toBeHidden();
  await expect(dialog(page).getByText("Total ₹480")).toBeVisible();
  await expect(page.getByLabel("Phone Number")).toHaveValue("98200 12345");

  await releaseHolds(sweet);
  await shop.edit(sweet.id, { quantity: 2 });
  await place(page);
  await expect(notice).toContainText(`${sweet.name}: Only 2 items available in stock.`);
  await page.getByRole("button", { name: "Take what is available" }).click();
  await expect(dialog(page)).toContainText(`${sweet.name} × 2`);
  await place(page);
  await expect(page).toHaveURL(/\/orders$/);
  expect((await ordersOf(person)).map(({ total }) => Number(total))).toEqual([240_00]);
});

test("the dialog works by keyboard and gives the focus back; a session that ended in it leads to the login and back with what was typed", async ({
  page,
}) => {
  const { person } = await atCheckout(page);
  await place(page);
  await expect(dialog(page).getByText("Please fill required delivery details.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Proceed to Checkout" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Recipient Name")).toBeFocused();
  await page.keyboard.type("Sunita");
  await page.keyboard.press("Tab");
  await page.keyboard.type("14 Shivaji Park Road");
  await page.keyboard.press("Tab");
  await page.keyboard.type("98200 12345");
  await endSessions(person);
  await dialog(page).getByRole("button", { name: "Place Order" }).press("Enter");
  await expect(dialog(page).getByRole("alert")).toContainText("You have been signed out.");
  await dialog(page).getByRole("link", { name: "Sign in" }).click();
  await fillLogin(page, person);
  await expect(dialog(page)).toBeVisible();
  await expect(page.getByLabel("Delivery Address")).toHaveValue("14 Shivaji Park Road");
  await place(page);
  await expect(page).toHaveURL(/\/orders$/);
  expect(await ordersOf(person)).toHaveLength(1);
});

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`the last order's pincode chooses the first window, Enter in a field does not order, and beside the button stands what it comes to, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const person = await aCustomerIn(page);
    const sweet = await shop.sweet({ price: 300 });
    await shop.order(person, [{ productId: sweet.id, quantity: 1 }], {
      delivery: { ...delivery, pincode: "400028" },
    });
    await reserve(page, sweet);
    await openDialog(page);
    const first = dialog(page).locator("input[name=slot]").first();
    await expect(first).toBeChecked();
    await expect(dialog(page).locator("input[name=slot]").last()).toHaveValue("");
    for (const label of ["Recipient Name", "Phone Number", /^Pincode/])
      await dialog(page).getByLabel(label).press("Enter");
    await first.press("Enter");
    await page.getByLabel("Delivery Address").press("Enter");
    await expect(page.getByLabel("Delivery Address")).toHaveValue(/\n/);
    await expect(page).toHaveURL(/\/cart$/);
    expect(await ordersOf(person)).toHaveLength(1);
    const button = dialog(page).getByRole("button", { name: "Place Order" });
    for (const part of [
      dialog(page).getByText(/ – .* · Pay on delivery$/),
      dialog(page).getByText("Sweets ₹300 · Delivery ₹49"),
      dialog(page).getByText("Total ₹349"),
      button,
    ])
      await expect(part).toBeInViewport({ ratio: 1 });
    await button.press("Enter");
    await expect(page).toHaveURL(/\/orders$/);
    expect(await ordersOf(person)).toHaveLength(2);
  });

test("the last order's delivery is offered and can be cleared; what was typed survives a closed tab, not the logout", async ({
  page: first,
  context,
}) => {
  let page = first;
  const person = await aCustomerIn(page);
  const sweet = await shop.sweet();
  await shop.order(person, [{ productId: sweet.id, quantity: 1 }]);
  await reserve(page, sweet);
  await openDialog(page);
  await expect(dialog(page)).toContainText("Filled in from your last order.");
  await expect(page.getByLabel("Recipient Name")).toHaveValue("Sunita Deshmukh");
  await expect(page.getByLabel("Delivery Address")).toHaveValue("14 Shivaji Park Road");
  await expect(page.getByLabel("Phone Number")).toHaveValue("98200 12345");
  await dialog(page).getByRole("button", { name: "Clear" }).click();
  for (const label of ["Recipient Name", "Delivery Address", "Phone Number"])
    await expect(page.getByLabel(label)).toHaveValue("");
  await expect(page.getByLabel("Recipient Name")).toBeFocused();
  await page.getByLabel("Notes").fill("Second floor");
  page = await context.newPage();
  await first.close();
  await openDialog(page);
  await expect(page.getByLabel("Delivery Address")).toHaveValue("");
  await expect(page.getByLabel("Notes")).toHaveValue("Second floor");
  await page.keyboard.press("Escape");
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/home$/);
  expect(await draftIn(page)).toBeNull();

  // Who comes next in this browser finds nothing of it.
  await page.evaluate(() => {
    const left = { key: "another", name: "Somebody", at: Date.now(), texts: { notes: "not yours" } };
    localStorage.setItem("mithaas:delivery", JSON.stringify(left));
  });
  await atCheckout(page);
  await expect(page.getByLabel("Notes")).toHaveValue("");
  expect(await draftIn(page)).toBeNull();
});
