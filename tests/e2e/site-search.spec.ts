// The search in the header, on every page: tests/components/site-search.test.tsx has its keys, tests/unit/suggestions.test.ts what it finds.
import { expectAccessible } from "../support/accessible";
import { expect, isMarked, mark, type Page, shop, test } from "../support/shopper";
import { cardOf, phone } from "./product-page";

const field = (page: Page) => page.getByRole("banner").getByLabel("Search sweets");
const icon = (page: Page) => page.getByRole("banner").locator("label");
const link = (page: Page, { name }: { name: string }) =>
  page.getByRole("group", { name: "Suggestions" }).getByRole("link", { name: new RegExp(`^${name}`) });

/** Types the name of a new sweet, whose file comes with one of the next times that the field gets the focus. */
async function typeName(page: Page, sweet: { name: string }) {
  await expect(async () => {
    await field(page).blur();
    await field(page).focus();
    await field(page).fill(sweet.name);
    await expect(link(page, sweet)).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test("by the keyboard, what matches is shown while typing and opened by Enter", async ({ page }) => {
  const sweet = await shop.sweet();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/about");
  await mark(page);
  await typeName(page, sweet);
  await expect(link(page, sweet)).toContainText("₹");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(sweet.name);
  expect(await isMarked(page)).toBe(true);
  await expect(field(page)).toHaveValue("");
  await expect(link(page, sweet)).toBeHidden();
  await typeName(page, sweet);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/products\?search=Test/);
  await expect(cardOf(page, sweet)).toBeVisible();
  // The listing has a field of its own.
  await expect(field(page)).toBeHidden();
});

test("on a phone an icon shows the field below the header, which goes with the focus", async ({ page }) => {
  const sweet = await shop.sweet();
  await page.setViewportSize(phone);
  await page.goto("/about");
  await expect(icon(page)).toBeInViewport({ ratio: 1 });
  await expect(field(page)).toHaveCSS("opacity", "0");
  await icon(page).click();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveCSS("opacity", "1");
  await typeName(page, sweet);
  await expectAccessible(page);
  await link(page, sweet).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(sweet.name);
  await expect(field(page)).toHaveCSS("opacity", "0");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  for (const size of [phone, { width: 1440, height: 900 }])
    test(`the search is a form at ${size.width} px`, async ({ page }) => {
      const sweet = await shop.sweet();
      await page.setViewportSize(size);
      await page.goto("/home");
      if (size === phone) await icon(page).click();
      else await field(page).click();
      await page.keyboard.type(sweet.name);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/products\?search=Test/);
      await expect(cardOf(page, sweet)).toBeVisible();
    });
});
