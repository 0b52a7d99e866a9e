// A shopper's day: chosen, kept, changed, ordered (docs/behaviour.md#a-day-for-the-cart). Which days are open is asked of the shop.

import { forDay } from "@/components/stock/day-options";
import { addDays, dayText, indiaDay } from "@/lib/dates";
import { expectAccessible } from "../support/accessible";
import {
  ADDED,
  addToCart,
  alertIn,
  expect,
  fillDelivery,
  ordersOf,
  type Page,
  quantityOf,
  shop,
  signIn,
  test,
} from "../support/shopper";
import { cardOf, searchFor } from "./product-page";

/** A sweet that is made for the day, so many each day, with its open days; sold out today unless `quantity` says otherwise. */
async function aPlanned(capacity: number, quantity = 0) {
  const sweet = await shop.sweet({ quantity });
  await shop.plan(sweet.id, capacity, 1);
  const days = (await shop.openDays(sweet.id)) as [string, string, string, string];
  return { ...sweet, days };
}
const choice = (page: Page) => page.getByRole("main").getByRole("combobox", { name: "For which day?" });
/** What is left of the page's own sweet; the cards below have their own. */
const count = (page: Page) => page.locator("h1 ~ p");
const main = (page: Page) => page.getByRole("main");
test("a shopper orders on a phone what is sold out today for a day, and changes it", async ({ page, context }) => {
  const size = { width: 390, height: 844 };
  await page.setViewportSize(size);
  const [katli, barfi] = [await aPlanned(10), await aPlanned(10)];
  const [first, second, third, fourth] = katli.days;
  await shop.asAdmin("PUT", `/admin/plans/${katli.id}/${first}`, { capacity: 0 });
  await shop.asAdmin("PUT", `/admin/plans/${katli.id}/${third}`, { capacity: 3 });
  const person = await shop.customer();
  await signIn(page, person, searchFor(katli));
  const order = cardOf(page, katli).getByRole("button", { name: `Order for ${dayText(second)}` });
  await expect(order).toBeVisible();
  const [button, room] = await Promise.all([order, order.locator("..")].map((part) => part.boundingBox()));
  expect(button?.width).toBeLessThanOrEqual(room?.width ?? 0);
  await page.goto(`/products/${katli.slug}`);
  await expect(count(page).getByText("Sold out today")).toBeVisible();
  await main(page)
    .getByRole("button", { name: `Order for ${dayText(second)}` })
    .first()
    .click();
  await expect(count(page).getByText("Quantity Available: 10")).toBeVisible();
  await expect(choice(page)).toHaveValue(second);
  expect(new URL(page.url()).searchParams.get("day")).toBe(second);
  await main(page)
    .getByRole("spinbutton", { name: `Quantity of ${katli.name}` })
    .fill("4");
  await main(page).getByRole("button", { name: "Add to Cart", exact: true }).first().click();
  await expect(count(page).getByText("Quantity Available: 6")).toBeVisible();

  // The choice is kept on the next page, in a new tab, and after the tab was closed.
  await page.close();
  const again = await context.newPage();
  await again.setViewportSize(size);
  await addToCart(again, barfi);
  await expect(choice(again)).toHaveValue(second);
  await again.goto("/products");
  await expect(choice(again)).toHaveValue(second);
  await expect(again).toHaveURL(/\?day=/);

  await again.goto("/cart");
  await expect(choice(again)).toHaveValue(second);
  await choice(again).selectOption(third);
  const alert = alertIn(again);
  await expect(alert).toContainText(`${dayText(third)}: `);
  await expect(alert).toContainText(`${katli.name}: only 3 left`);
  await expectAccessible(again);
  await alert.getByRole("button", { name: dayText(fourth) }).click();
  await expect(choice(again)).toHaveValue(fourth);
  await expect(alert).toHaveCount(0);
  await choice(again).selectOption(second);
  await expect.poll(() => again.evaluate(() => localStorage.getItem("mithaas:day"))).toBe(second);

  await again.getByRole("button", { name: "Proceed to Checkout" }).click();
  await fillDelivery(again);
  const dialog = again.getByRole("dialog");
  await dialog.getByLabel("Pincode").fill("400028");
  await expect(dialog.getByRole("radio", { name: dayText(second), exact: true })).toBeChecked();
  await expect(dialog.locator(`input[name=slot][value^="${second}"]`).first()).toBeChecked();
  await dialog.getByRole("radio", { name: dayText(fourth), exact: true }).check();
  await expect(dialog.getByText(`This changes your cart to ${dayText(fourth)}.`)).toBeVisible();
  await dialog.getByRole("button", { name: "Place Order" }).click();
  await again.waitForURL(/\/orders/);
  await expect(again.getByText(new RegExp(dayText(fourth))).first()).toBeVisible();
  expect(await ordersOf(person)).toHaveLength(1);
  const leftOn = async (day: string) => (await shop.call("GET", `/sweets/${katli.id}?day=${day}`)).quantity;
  expect([await leftOn(fourth), await leftOn(second), await quantityOf(katli)]).toEqual([6, 10, 0]);
});

test("by keyboard alone: a day on the list, and what is asked when the cart is for another one", async ({ page }) => {
  const sweet = await aPlanned(5, 5);
  await page.clock.install();
  await page.goto(`/products/${sweet.slug}`);
  await expect(choice(page)).toBeVisible();
  const [, , second = "", third = ""] = await choice(page)
    .locator("option")
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  await choice(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(choice(page)).toHaveValue(second);
  // The cards below have forms of their own, and a button in use is called 'Adding...'.
  const button = page
    .locator("form", { has: page.getByRole("spinbutton", { name: `Quantity of ${sweet.name}` }) })
    .getByRole("button", { name: /^Add/ })
    .first();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(count(page).getByText("Quantity Available: 4")).toBeVisible();
  await choice(page).focus();
  await page.keyboard.press("ArrowDown");
  await expect(count(page).getByText("Quantity Available: 5")).toBeVisible();
  // Enter is ignored while the answer to the one before is being shown.
  await expect(button).not.toHaveAttribute("aria-disabled");
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: `Your cart is for ${dayText(second)}.` })).toBeFocused();
  // On its way out it lies beside the screen.
  await page.clock.fastForward(5_000);
  await expect(page.getByText(ADDED)).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: `Change the cart to ${dayText(third)}` })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(count(page).getByText("Quantity Available: 3")).toBeVisible();
  await page.goto("/cart");
  await expect(choice(page)).toHaveValue(third);
});

test("a device whose clock is five days ahead buys for the shop's days", async ({ page }) => {
  const sweet = await aPlanned(5, 2);
  const [first, second] = sweet.days;
  await page.addInitScript((ahead) => {
    const Device = Date;
    window.Date = class extends Device {
      constructor(...given: unknown[]) {
        super(...((given.length > 0 ? given : [Device.now() + ahead]) as [number]));
      }
      static override now = () => Device.now() + ahead;
    } as DateConstructor;
  }, 5 * 86_400_000);
  const { today } = await shop.call("GET", `/stock/days?ids=${sweet.id}`);
  const option = () => choice(page).locator(`option[value="${first}"]`);

  await page.goto(`/products/${sweet.slug}`);
  await expect(option()).toHaveText(forDay(first, today));
  await choice(page).selectOption(first);
  await expect(count(page).getByText("Quantity Available: 5")).toBeVisible();
  await main(page).getByRole("button", { name: "Add to Cart", exact: true }).first().click();
  await expect(page.getByText(ADDED)).toBeVisible();

  // Hydrated without an error, which the console would show.
  await page.goto("/cart");
  await expect(choice(page)).toHaveValue(first);
  await expect(option()).toHaveText(forDay(first, today));
  await expect(page.getByRole("timer")).toHaveText(/^Held for \d+:\d\d$/);

  await page.goto("/custom-orders");
  const form = page.getByRole("form", { name: "Custom order" });
  await form.getByLabel("Date").fill(second);
  await form.getByLabel("Date").blur();
  await form.getByRole("button", { name: "Send Request" }).click();
  await expect(form.getByText("Please tell us the occasion")).toBeVisible();
  await expect(form.getByLabel("Date")).not.toHaveAttribute("aria-invalid", "true");
});

test.describe("a day that is not of the shop's", () => {
  test.use({ allowed: /status of 400/ });

  test("a day that is over is forgotten, and one that the address names is taken", async ({ page }) => {
    const sweet = await aPlanned(5, 2);
    const [, second] = sweet.days;
    await page.addInitScript((day) => localStorage.setItem("mithaas:day", day), addDays(indiaDay(new Date()), -1));
    await page.goto(`/products/${sweet.slug}`);
    const { next } = await shop.call("GET", `/stock/days?ids=${sweet.id}`);
    await expect(choice(page)).toHaveValue(next ?? "");
    await expect(count(page).getByText(`Quantity Available: ${next ? 5 : 2}`)).toBeVisible();
    await page.goto(`/products/${sweet.slug}?day=${second}`);
    await expect(choice(page)).toHaveValue(second);
    await expect(count(page).getByText("Quantity Available: 5")).toBeVisible();
  });
});
