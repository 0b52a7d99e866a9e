// Packs of one sweet from the cart to the receipt: two lines of one stock, each with its name, its number and its price. Slow: two
// journeys from the cart to the receipt.
import type { Locator } from "@playwright/test";
import { expectAccessible } from "../support/accessible";
import {
  aCustomer,
  aCustomerIn,
  aSweet,
  asAdmin,
  cartLink,
  expect,
  fillDelivery,
  fillLogin,
  type Page,
  post,
  quantityOf,
  signIn,
  test,
} from "../support/shopper";

const packs = [
  { label: "250 g", grams: 250, units: 1, price: 200 },
  { label: "500 g", grams: 500, units: 2, price: 380, isDefault: true },
  { label: "1 kg", grams: 1000, units: 4, price: 720 },
];
const without = (label: string) => packs.filter((pack) => pack.label !== label);

/** A sweet in three packs, with so many units of 250 g in stock. */
async function aTray(units = 40) {
  const sweet = await aSweet({ price: 380, quantity: 0 });
  const tray = await asAdmin("PUT", `/sweets/${sweet.id}`, { packs, quantity: Math.floor(units / 2) });
  const idOf = (label: string): number => tray.packs.find((pack: { label: string }) => pack.label === label).id;
  return { ...sweet, small: idOf("250 g"), medium: idOf("500 g"), large: idOf("1 kg") };
}
type Tray = Awaited<ReturnType<typeof aTray>>;

/** Puts packs of it into the cart of this page's browser. */
const hold = (page: Page, tray: Tray, packId: number, quantity = 1) =>
  post(page, "/cart/reserve", { productId: tray.id, packId, quantity });

/** The line of a pack in a list of lines. */
const lineOf = (within: Locator, tray: Tray, label: string) =>
  within.getByRole("listitem").filter({ hasText: `${tray.name} ${label}` });

test("two packs of one sweet go through cart, drawer, checkout, order and receipt", async ({ page }) => {
  const tray = await aTray();
  await aCustomerIn(page);
  await hold(page, tray, tray.small, 2);
  await hold(page, tray, tray.medium);
  await hold(page, tray, tray.large);
  await page.goto("/cart");
  const main = page.getByRole("main");
  const [small, medium, large] = ["250 g", "500 g", "1 kg"].map((label) => lineOf(main, tray, label)) as [
    Locator,
    Locator,
    Locator,
  ];
  await expect(small).toContainText("₹200 each");
  await expect(small).toContainText("₹400");
  await expect(large).toContainText("₹720 each");
  const page250 = `/products/${tray.slug}?pack=${tray.small}`;
  await expect(small.getByRole("link", { name: `${tray.name} 250 g` })).toHaveAttribute("href", page250);
  await expect(medium.getByRole("link")).toHaveAttribute("href", `/products/${tray.slug}`);
  await small.getByRole("button", { name: "Increase" }).click();
  await expect(main.getByText("Subtotal (5 items)")).toBeVisible();
  await expect(cartLink(page)).toHaveAccessibleName("Cart, 5 items");
  await expect(main.getByRole("spinbutton", { name: `Quantity of ${tray.name}, 1 kg` })).toHaveValue("1");
  // 40 units, of which 3 × 1, 2 and 4 are held.
  await expect.poll(() => quantityOf(tray)).toBe(31);

  await cartLink(page).click({ modifiers: ["Shift"] });
  const drawer = page.getByRole("dialog", { name: "Your Cart" });
  await expect(drawer.getByRole("spinbutton")).toHaveCount(3);
  await expectAccessible(page);
  await lineOf(drawer, tray, "1 kg").getByRole("button", { name: "Increase" }).click();
  await expect(drawer.getByText("₹2,420")).toBeVisible();
  await drawer.getByRole("button", { name: `Remove ${tray.name}, 1 kg` }).click();
  await expect(lineOf(drawer, tray, "1 kg")).toHaveCount(0);
  await expect(lineOf(drawer, tray, "250 g")).toBeVisible();
  await expect.poll(() => quantityOf(tray)).toBe(35);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  const checkout = page.getByRole("dialog", { name: "Delivery Details" });
  await expect(checkout).toContainText(`${tray.name} 250 g × 3`);
  await expect(checkout).toContainText(`${tray.name} 500 g × 1`);
  await fillDelivery(page);
  // The fee and the free limit are those of ₹980 of sweets; as default packs it would be free.
  await checkout.getByLabel("Pincode").fill("400028");
  await expect(checkout).toContainText("Total ₹1,029");
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page).toHaveURL(/\/orders$/);
  const order = page.getByRole("article").filter({ hasText: tray.name });
  await expect(order).toContainText(`${tray.name} 250 g × 3`);
  await expect(order).toContainText(`${tray.name} 500 g × 1`);
  expect(await quantityOf(tray)).toBe(35);
  const number = Number((await order.getByRole("heading", { level: 2 }).innerText()).match(/\d+/));
  await page.goto(`/orders/${number}`);
  const ordered = lineOf(main, tray, "250 g");
  await expect(ordered).toContainText("₹600");
  await expect(ordered.getByRole("link")).toHaveAttribute("href", page250);
  await page.goto(`/orders/${number}/receipt`);
  await expect(page.getByRole("row", { name: `${tray.name} 250 g` })).toContainText("₹600");
  await expect(page.getByRole("row", { name: `${tray.name} 500 g` })).toContainText("₹380");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every form names its pack, the carts join at login, and each pack is ordered", async ({ page }) => {
    const tray = await aTray();
    const person = await aCustomer();
    await signIn(page, person, "about:blank");
    await hold(page, tray, tray.small);
    // Another browser, in which nobody is signed in.
    await page.context().clearCookies();

    await hold(page, tray, tray.small, 2);
    await hold(page, tray, tray.large);
    await page.goto("/cart");
    const main = page.getByRole("main");
    const quantity = (label: string) => main.getByRole("spinbutton", { name: `Quantity of ${tray.name}, ${label}` });
    await quantity("1 kg").fill("2");
    await lineOf(main, tray, "1 kg").getByRole("button", { name: "Update" }).click();
    await expect(quantity("1 kg")).toHaveValue("2");
    await expect(quantity("250 g")).toHaveValue("2");
    await quantity("1 kg").fill("99");
    await lineOf(main, tray, "1 kg").getByRole("button", { name: "Update" }).click();
    await expect(lineOf(main, tray, "1 kg").getByRole("alert")).toHaveText("Only 7 items available in stock.");
    await expect(lineOf(main, tray, "250 g").getByRole("alert")).toHaveCount(0);

    await page.goto("/login?next=/checkout");
    await fillLogin(page, person);
    await expect(page).toHaveURL(/\/checkout$/);
    await expect(main).toContainText(`${tray.name} 250 g × 3`);
    await expect(main).toContainText(`${tray.name} 1 kg × 2`);
    await fillDelivery(page);
    await asAdmin("PUT", `/sweets/${tray.id}`, { packs: without("1 kg") });
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(main.getByRole("alert").getByRole("listitem")).toHaveText([`${tray.name}, 1 kg: No longer available`]);
    await page.getByRole("button", { name: "Take what is available" }).click();
    await expect(main).not.toContainText("1 kg");
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page.getByRole("article").filter({ hasText: tray.name })).toContainText(`${tray.name} 250 g × 3`);
  });
});
