// What a shopper sees of a list and of a sweet without scrolling, and what stays in reach afterwards. Slow: it opens a new sweet's page in
// every test, and gives the focus to each of its links.
import { aSweet, expect, type Page, quantityOf, test } from "../support/shopper";
import { aTray } from "../support/trays";

test.use({ viewport: { width: 390, height: 844 } });

const ADDED = "Product has been added to your cart.";
const bar = (page: Page) => page.locator(".buy-bar");
const barButton = (page: Page, { name }: { name: string }) =>
  page.getByRole("button", { name: `Add to Cart, ${name}`, exact: true });
const firstButton = (page: Page) => page.getByRole("button", { name: "Add to Cart", exact: true }).first();
const packs = (page: Page, { name }: { name: string }) => page.getByRole("radiogroup", { name: `Pack of ${name}` });
const pincode = (page: Page) => page.getByRole("main").getByLabel("Pincode");
const details = (page: Page) => page.getByRole("main").getByRole("definition").last();

test("the first screen of the list has the pictures and prices of two sweets, below the search and the filters", async ({
  page,
}) => {
  await page.goto("/products");
  for (const field of [page.getByRole("searchbox"), page.getByLabel("Category"), page.getByLabel("Sort by")])
    expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  for (const card of (await page.getByRole("article").all()).slice(0, 2)) {
    const picture = await card.locator("img").boundingBox();
    expect((picture?.y ?? 844) + (picture?.height ?? 0)).toBeLessThan(844 * 0.6);
    await expect(card.locator(".price")).toBeInViewport({ ratio: 1 });
  }
});

test("the first screen of a sweet has its price, its packs and 'Add to Cart', above the pincode", async ({ page }) => {
  const tray = await aTray(9);
  await page.goto(`/products/${tray.slug}`);
  await expect(page.locator("h1 ~ p").filter({ hasText: "per 100 g" })).toBeInViewport({ ratio: 1 });
  await expect(packs(page, tray)).toBeInViewport({ ratio: 1 });
  await expect(firstButton(page)).toBeInViewport({ ratio: 1 });
  expect((await firstButton(page).boundingBox())?.y).toBeLessThan((await pincode(page).boundingBox())?.y ?? 0);
});

test("a bar has 'Add to Cart' and the chosen pack's price while the form is scrolled away, also for the keyboard", async ({
  page,
}) => {
  const tray = await aTray(9);
  await page.goto(`/products/${tray.slug}`);
  await packs(page, tray)
    .getByRole("radio", { name: /^250 g/ })
    .check();
  await expect(bar(page)).toBeHidden();
  await details(page).scrollIntoViewIfNeeded();
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
  await expect(bar(page)).toContainText("₹349");
  await expect(firstButton(page)).not.toBeInViewport();
  await barButton(page, tray).click();
  await expect(page.getByText(ADDED)).toBeVisible();
  expect(await quantityOf(tray)).toBe(8);
  await firstButton(page).scrollIntoViewIfNeeded();
  await expect(bar(page)).toBeHidden();

  // Backwards from the pincode come the choice of a day and the bar, before the form that is out of sight.
  await pincode(page).focus();
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("combobox", { name: "Day" })).toBeFocused();
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await expect(barButton(page, tray)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => quantityOf(tray)).toBe(7);
});

test("the bar covers neither what has the focus nor the end of the page", async ({ page }) => {
  const tray = await aTray(9);
  await page.goto(`/products/${tray.slug}`);
  const links = page.locator("main ~ footer a, main section a");
  for (const link of await links.all()) {
    await link.focus();
    if (!(await bar(page).isVisible())) continue;
    const [top, bottom] = [(await bar(page).boundingBox())?.y ?? 0, await link.boundingBox()];
    expect((bottom?.y ?? 0) + (bottom?.height ?? 0)).toBeLessThanOrEqual(top);
  }
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const last = await page.getByRole("contentinfo").getByText("All rights reserved").boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan((await bar(page).boundingBox())?.y ?? 0);
});

test("wide screens, printed pages and sold-out sweets have no bar", async ({ page }) => {
  const [tray, none] = [await aTray(9), await aSweet({ quantity: 0 })];
  await page.goto(`/products/${none.slug}`);
  await expect(page.getByRole("button", { name: "Out of Stock" }).first()).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await page.goto(`/products/${tray.slug}`);
  await details(page).scrollIntoViewIfNeeded();
  await expect(bar(page)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(bar(page)).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(bar(page)).toBeHidden();
});

for (const [where, width, height] of [
  ["a phone", 390, 1600],
  ["a wide screen", 1440, 1200],
] as const)
  test(`nothing moves on ${where} when the answer for a remembered pincode arrives, and no room is kept without one`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const tray = await aTray(9);
    const below = page.getByRole("main").getByRole("term").first();
    const status = page.getByRole("region", { name: "Delivery" }).getByRole("status");
    await page.goto(`/products/${tray.slug}`);
    await expect(status).toContainText("See when this sweet can be with you");
    expect((await status.boundingBox())?.height).toBeLessThan(60);
    await pincode(page).fill("400028");
    await expect(status).toContainText("To 400028 (Mumbai)");
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/delivery?*", async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await expect(status).toContainText("Loading...");
    const before = await below.boundingBox();
    answer();
    await expect(status).toContainText("To 400028 (Mumbai)");
    expect(await below.boundingBox()).toEqual(before);
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the bar adds to the cart", async ({ page }) => {
    const tray = await aTray(9);
    await page.goto(`/products/${tray.slug}`);
    await packs(page, tray)
      .getByRole("radio", { name: /^250 g/ })
      .check();
    await expect(bar(page)).toBeHidden();
    await page.mouse.wheel(0, 900);
    await barButton(page, tray).click();
    await expect(page.getByRole("main").getByRole("status").first()).toHaveText(ADDED);
    expect(await quantityOf(tray)).toBe(8);
  });
});
