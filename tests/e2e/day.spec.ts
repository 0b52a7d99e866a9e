// A shopper's day: chosen, kept, changed, ordered (docs/behaviour.md#a-day-for-the-cart). Slow: it follows one order through many pages.
import { addDays, dayText, indiaDay } from "@/lib/dates";
import { expectAccessible } from "../support/accessible";
import {
  aCustomer,
  addToCart,
  aSweet,
  asAdmin,
  expect,
  fillDelivery,
  ordersOf,
  type Page,
  quantityOf,
  signIn,
  type TestSweet,
  test,
} from "../support/shopper";

const TODAY = indiaDay();
const [second, third, fourth] = [2, 3, 4].map((days) => addDays(TODAY, days)) as [string, string, string];

/** A sweet that is made for the day, so many each day, and sold out today unless `quantity` says otherwise. */
async function aPlanned(capacity: number, quantity = 0): Promise<TestSweet> {
  const sweet = await aSweet({ quantity });
  const week = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, capacity]));
  await asAdmin("PUT", `/admin/plans/${sweet.id}`, { week, orderBy: { days: 1, time: "20:00" } });
  return sweet;
}
const setDay = (sweet: TestSweet, day: string, capacity: number) =>
  asAdmin("PUT", `/admin/plans/${sweet.id}/${day}`, { capacity });
const choice = (page: Page) => page.getByRole("main").getByRole("combobox", { name: "Day" });
/** What is left of the page's own sweet; the cards below have their own. */
const count = (page: Page) => page.locator("h1 ~ p");
const main = (page: Page) => page.getByRole("main");

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`a shopper at ${width} px orders what is sold out today for a day, and changes it`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height });
    const [katli, barfi] = [await aPlanned(10), await aPlanned(10)];
    await setDay(katli, third, 3);
    await setDay(katli, addDays(TODAY, 1), 0);
    const person = await aCustomer();
    await signIn(page, person, `/products/${katli.slug}`);
    await expect(count(page).getByText("Sold out today")).toBeVisible();
    const order = { name: `Order for ${dayText(second)}` };
    await main(page).getByRole("button", order).first().click();
    await expect(count(page).getByText("Quantity Available: 10")).toBeVisible();
    await expect(choice(page)).toHaveValue(second);
    expect(new URL(page.url()).searchParams.get("day")).toBe(second);
    await expectAccessible(page);
    await main(page)
      .getByRole("spinbutton", { name: `Quantity of ${katli.name}` })
      .fill("4");
    await main(page).getByRole("button", { name: "Add to Cart", exact: true }).first().click();
    await expect(count(page).getByText("Quantity Available: 6")).toBeVisible();

    // The choice is kept on the next page, in a new tab, and after the tab was closed.
    await page.close();
    const again = await context.newPage();
    await again.setViewportSize({ width, height });
    await addToCart(again, barfi);
    await expect(choice(again)).toHaveValue(second);
    await again.goto("/products");
    await expect(choice(again)).toHaveValue(second);
    await expect(again).toHaveURL(/\?day=/);

    await again.goto("/cart");
    await expect(choice(again)).toHaveValue(second);
    await choice(again).selectOption(third);
    const alert = main(again).getByRole("alert");
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
    await again.getByRole("dialog").getByLabel("Pincode").fill("400028");
    const dialog = again.getByRole("dialog");
    await expect(dialog.getByRole("radio", { name: dayText(second), exact: true })).toBeChecked();
    await dialog.getByRole("radio", { name: dayText(fourth), exact: true }).check();
    await dialog.locator(".slot-day[data-chosen] .choice").first().click();
    await expect(dialog.getByText(`This changes your cart to ${dayText(fourth)}.`)).toBeVisible();
    await dialog.getByRole("button", { name: "Place Order" }).click();
    await again.waitForURL(/\/orders/);
    await expect(again.getByText(new RegExp(dayText(fourth))).first()).toBeVisible();
    expect(await ordersOf(person)).toHaveLength(1);
    expect((await asAdmin("GET", `/sweets/${katli.id}?day=${fourth}`)).quantity).toBe(6);
    expect((await asAdmin("GET", `/sweets/${katli.id}?day=${second}`)).quantity).toBe(10);
    expect(await quantityOf(katli)).toBe(0);
  });

test("by keyboard alone: a day on the list, and what is asked when the cart is for another one", async ({ page }) => {
  const sweet = await aPlanned(5, 5);
  await page.goto(`/products/${sweet.slug}`);
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
  await expect(page.getByText("Product has been added to your cart.")).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: `Change the cart to ${dayText(third)}` })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(count(page).getByText("Quantity Available: 3")).toBeVisible();
  await page.goto("/cart");
  await expect(choice(page)).toHaveValue(third);
});

test("a day that is over is forgotten, and one that the address names is taken", async ({ page }) => {
  const sweet = await aPlanned(5, 2);
  await page.addInitScript((day) => localStorage.setItem("mithaas:day", day), addDays(TODAY, -1));
  await page.goto(`/products/${sweet.slug}`);
  await expect(choice(page)).toHaveValue("");
  await expect(count(page).getByText("Quantity Available: 2")).toBeVisible();
  await page.goto(`/products/${sweet.slug}?day=${second}`);
  await expect(choice(page)).toHaveValue(second);
  await expect(count(page).getByText("Quantity Available: 5")).toBeVisible();
});

test("nothing moves when the days arrive", async ({ page }) => {
  type Shifts = { shift: number };
  const twoFrames = () =>
    page.evaluate(() => new Promise<unknown>((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const sizes = [
    [390, 844],
    [1440, 900],
  ] as const;
  for (const [width, height] of sizes)
    for (const path of ["/products", "/products/kaju-katli"]) {
      await page.setViewportSize({ width, height });
      let arrive = () => {};
      const isShown = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      await page.route("**/api/stock/days?*", async (route) => {
        await isShown;
        await route.continue();
      });
      await page.goto(path);
      // From here on, because a browser may paint a page of which it has read a part.
      await twoFrames();
      await page.evaluate(() => {
        (window as never as Shifts).shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            (window as never as Shifts).shift += (entry as never as { value: number }).value;
        }).observe({ type: "layout-shift" });
      });
      await expect(choice(page)).toHaveCount(0);
      arrive();
      await expect(choice(page)).toBeVisible();
      await twoFrames();
      const { shift } = await page.evaluate(() => ({ shift: (window as never as Shifts).shift }));
      // Only words change: the button of a sweet that is sold out today names its first day.
      expect(shift, `${path} at ${width} px`).toBeLessThan(0.001);
      await page.unrouteAll({ behavior: "wait" });
    }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the cart's day is changed, and says what is short", async ({ page }) => {
    const sweet = await aPlanned(5, 5);
    await setDay(sweet, third, 1);
    await page.goto(`/products/${sweet.slug}`);
    await page.getByRole("spinbutton", { name: `Quantity of ${sweet.name}` }).fill("2");
    await main(page).getByRole("button", { name: "Add to Cart", exact: true }).first().click();
    await page.goto("/cart");
    await choice(page).selectOption(second);
    await page.getByRole("button", { name: "Change day" }).click();
    await expect(choice(page)).toHaveValue(second);
    expect(await quantityOf(sweet)).toBe(5);
    await choice(page).selectOption(third);
    await page.getByRole("button", { name: "Change day" }).click();
    await expect(main(page).getByRole("alert")).toContainText(`${sweet.name}: only 1 left`);
    await main(page)
      .getByRole("alert")
      .getByRole("button", { name: dayText(fourth) })
      .click();
    await expect(choice(page)).toHaveValue(fourth);
    await expect(main(page).getByRole("alert")).toHaveCount(0);
  });
});
