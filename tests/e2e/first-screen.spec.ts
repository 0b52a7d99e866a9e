// What a shopper sees of a list and of a sweet on a phone without scrolling, and what stays in reach afterwards. What must not move or be
// covered: steady-pages.spec.ts.
import { ADDED, expect, quantityOf, shop, test } from "../support/shopper";
import { bar, barButton, details, firstButton, packsOf, phone, pincode } from "./product-page";

test.use({ viewport: phone });

test("the first screen of the list has the pictures and prices of two sweets, below the search and the filters", async ({
  page,
}) => {
  await page.goto("/products");
  // While a festival takes orders, which another test may let happen, its band comes above.
  await page.getByRole("complementary", { name: "Festivals" }).evaluateAll(([band]) => band?.remove());
  for (const field of [page.getByRole("searchbox"), page.getByLabel("Category"), page.getByLabel("Sort by")])
    expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  for (const card of (await page.getByRole("article").all()).slice(0, 2)) {
    const picture = await card.locator("img").boundingBox();
    expect((picture?.y ?? 844) + (picture?.height ?? 0)).toBeLessThan(844 * 0.6);
    await expect(card.locator(".price")).toBeInViewport({ ratio: 1 });
  }
});

test("a sweet has price, packs and 'Add to Cart' above the pincode; a bar has them while the form is scrolled away, also for the keyboard", async ({
  page,
}) => {
  const tray = await shop.tray(9);
  await page.goto(`/products/${tray.slug}`);
  await expect(page.locator("h1 ~ p").filter({ hasText: "per 100 g" })).toBeInViewport({ ratio: 1 });
  await expect(packsOf(page, tray)).toBeInViewport({ ratio: 1 });
  await expect(firstButton(page)).toBeInViewport({ ratio: 1 });
  expect((await firstButton(page).boundingBox())?.y).toBeLessThan((await pincode(page).boundingBox())?.y ?? 0);

  await packsOf(page, tray)
    .getByRole("radio", { name: /^250 g/ })
    .check();
  await expect(bar(page)).toBeHidden();
  await details(page).scrollIntoViewIfNeeded();
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
  await expect(bar(page)).toContainText("₹200");
  await expect(firstButton(page)).not.toBeInViewport();
  await barButton(page, tray).click();
  await expect(page.getByText(ADDED)).toBeVisible();
  expect(await quantityOf(tray)).toBe(8);
  // Not to its button, which has another name until the page has come anew; the first of this name is then of another sweet.
  await packsOf(page, tray).scrollIntoViewIfNeeded();
  await expect(bar(page)).toBeHidden();

  // The choice of a day stands before the button, and backwards from the pincode comes the bar, before the form that is out of sight.
  const choice = page.getByRole("combobox", { name: "For which day?" });
  expect((await choice.boundingBox())?.y).toBeLessThan((await firstButton(page).boundingBox())?.y ?? 0);
  await pincode(page).focus();
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  // A hidden bar is in the viewport, too, and the keyboard passes it by.
  await expect(barButton(page, tray)).toBeVisible();
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
  await expect(firstButton(page)).not.toBeInViewport();
  await page.keyboard.press("Shift+Tab");
  await expect(barButton(page, tray)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => quantityOf(tray)).toBe(7);
});
