// Finding sweets and putting them into the cart. The filters: tests/components/catalogue-listing.test.tsx; what the pages say over HTTP:
// tests/api/storefront.test.ts.
import { ADDED, expect, holdBack, quantityOf, shop, test } from "../support/shopper";
import { cardOf, searchFor } from "./product-page";

test("a sweet's page is fetched with its code when a card is pointed at, and not again when it opens", async ({
  page,
}) => {
  const sweet = await shop.sweet();
  await page.goto(searchFor(sweet));
  const link = cardOf(page, sweet).getByRole("heading").getByRole("link");
  const fetched = page.waitForResponse((response) =>
    (response.request().headers()["next-router-segment-prefetch"] ?? "").endsWith("__PAGE__"),
  );
  await link.hover();
  await (await fetched).finished();
  // The code follows the data: it is there when all is that the page names where it is loaded as a document.
  const html = await (await page.request.get(`/products/${sweet.slug}`)).text();
  const code = [...html.matchAll(/<script(?![^>]*noModule)[^>]* src="([^"]+)"/g)].map(([, address = ""]) => address);
  expect(code.length).toBeGreaterThan(0);
  await expect
    .poll(() =>
      page.evaluate((code) => {
        const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
        return code.filter((address) => !loaded.includes(new URL(address, location.href).pathname));
      }, code),
    )
    .toEqual([]);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.headers().rsc || request.resourceType() === "script") asked.push(request.url());
  });
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(sweet.name);
  expect(asked).toEqual([]);
});

test("a search starts while typing, keeps the focus, and is sorted by relevance until it ends", async ({ page }) => {
  await page.goto("/products");
  const chosen = page.getByLabel("Sort by").locator("option:checked");
  const search = page.getByRole("searchbox", { name: "Search sweets" });
  await expect(chosen).toHaveText("Newest First");
  await search.pressSequentially("gulab jamn", { delay: 20 });
  await expect(page).toHaveURL("/products?search=gulab+jamn");
  await expect(page.getByRole("heading", { name: "Gulab Jamun", exact: true })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /sweets? found/ })).toBeAttached();
  await expect(chosen).toHaveText("Most Relevant");
  await expect(search).toBeFocused();
  await search.pressSequentially("qqqq");
  await expect(page.getByText("No sweet has all of these words. These have some of them.")).toBeVisible();
  await expect(search).toHaveValue("gulab jamnqqqq");
  await search.fill("jamnqqqq");
  await expect(page.getByRole("heading", { name: "No products found" })).toBeVisible();
  await expect(page.getByText("No products found")).toHaveCount(1);
  await search.fill("");
  await expect(page).toHaveURL("/products");
  await expect(chosen).toHaveText("Newest First");
});

test("category and sort are in the address, a slow list shows skeletons, and Back returns to the scroll position", async ({
  page,
}) => {
  await page.goto("/products?page=2");
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  const answer = await holdBack(page, /category=Dry/);
  await page.getByLabel("Category").focus();
  await page.getByLabel("Category").selectOption("Dry Fruits");
  await expect(page.locator(".pcard .skeleton.aspect-square")).toHaveCount(8);
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeAttached();
  answer();
  await expect(page).toHaveURL("/products?category=Dry+Fruits");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dry Fruits");
  await expect(page.locator(".pcard .skeleton")).toHaveCount(0);
  await expect(page.getByLabel("Category")).toBeFocused();
  await page.getByLabel("Sort by").selectOption("Price Low to High");
  await expect(page).toHaveURL("/products?category=Dry+Fruits&sort=price%3Aasc");
  await page.goBack();
  await expect(page).toHaveURL("/products?category=Dry+Fruits");
  await expect(page.getByLabel("Sort by")).toHaveValue("createdAt:desc");
  await page.goBack();
  await expect(page).toHaveURL("/products?page=2");
  await expect(page.getByLabel("Category")).toHaveValue("ALL");

  const last = page.getByRole("article").nth(8);
  await last.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  await last.getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/\/products\/[a-z]/);
  await page.goBack();
  await expect(last).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled - 100);
});

test("a double click adds once; card, badge and other tabs follow, and the toast leads to the cart by the keyboard", async ({
  page,
  context,
}) => {
  const sweet = await shop.sweet();
  const other = await context.newPage();
  await other.goto(`/products/${sweet.slug}`);
  await page.goto(searchFor(sweet));
  const card = cardOf(page, sweet);
  await expect(card).toContainText("Quantity Available: 20");
  await card.getByRole("button", { name: "Add to Cart" }).dblclick();
  await expect(page.getByText(ADDED)).toBeVisible();
  // To the notifications, the link of the toast. A toast that has the focus stays.
  for (const key of ["F8", "Tab"]) await page.keyboard.press(key);
  await expect(page.getByRole("link", { name: "View cart" })).toBeFocused();
  await expect(card).toContainText("Quantity Available: 19");
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  expect(await quantityOf(sweet)).toBe(19);
  await expect(other.getByText("Quantity Available: 19").first()).toBeVisible();
  await expect(other.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/cart");
  await expect(page.getByText(ADDED)).toBeHidden();
});
