// Finding sweets and putting them into the cart. What the pages say over HTTP is in tests/api/storefront.test.ts. Slow: each of its tests
// walks through several pages of the shop.
import { aFestival, aSweet, expect, type Page, quantityOf, test } from "../support/shopper";

const cardOf = (page: Page, name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });

test.describe("finding", () => {
  test("a sweet's page is fetched with its code when a card is pointed at, and not again when it opens", async ({
    page,
  }) => {
    await page.goto("/products");
    const card = page.getByRole("article").first();
    const name = await card.getByRole("heading").innerText();
    const fetched = page.waitForResponse((response) =>
      (response.request().headers()["next-router-segment-prefetch"] ?? "").endsWith("__PAGE__"),
    );
    await card.getByRole("link", { name, exact: true }).hover();
    await (await fetched).finished();
    await page.waitForLoadState("networkidle");
    // The page's code follows its data.
    await page.waitForTimeout(500);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.headers().rsc || request.resourceType() === "script") asked.push(request.url());
    });
    await card.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    expect(asked).toEqual([]);
  });

  test("a search starts while typing, keeps the focus, and is sorted by relevance until it ends", async ({ page }) => {
    await page.goto("/products");
    const sort = page.getByLabel("Sort by");
    const chosen = sort.locator("option:checked");
    const search = page.getByRole("searchbox", { name: "Search sweets" });
    await expect(chosen).toHaveText("Newest First");
    await search.pressSequentially("gulab jamn", { delay: 20 });
    await expect(page).toHaveURL("/products?search=gulab+jamn");
    await expect(page.getByRole("heading", { name: "Gulab Jamun", exact: true })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: /sweets? found/ })).toBeAttached();
    await expect(chosen).toHaveText("Most Relevant");
    await expect(search).toBeFocused();
    await search.pressSequentially("qqqq");
    await expect(page.getByRole("heading", { name: "No products found" })).toBeVisible();
    await expect(page.getByText("No products found")).toHaveCount(1);
    await expect(page.getByText("Try adjusting your search or filters")).toBeVisible();
    await expect(search).toHaveValue("gulab jamnqqqq");

    await sort.selectOption("Price Low to High");
    await expect(page).toHaveURL("/products?search=gulab+jamnqqqq&sort=price%3Aasc");
    await expect(chosen).toHaveText("Price Low to High");
    await sort.selectOption("Most Relevant");
    await expect(page).toHaveURL("/products?search=gulab+jamnqqqq");
    await expect(chosen).toHaveText("Most Relevant");
    await search.fill("");
    await expect(page).toHaveURL("/products");
    await expect(chosen).toHaveText("Newest First");
  });

  test("category and sort are in the address, a slow list shows skeletons, and Back returns to the scroll position", async ({
    page,
  }) => {
    await page.goto("/products?page=2");
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const hold = async (route: { continue: () => Promise<void> }) => {
      await held;
      await route.continue();
    };
    await page.route(/category=Dry/, hold, { times: 1 });
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
    await expect(page.getByLabel("Sort by")).toHaveValue("price:asc");
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
});

test("a double click adds once; card, badge and other tabs follow, and the toast leads to the cart by the keyboard", async ({
  page,
  context,
}) => {
  const sweet = await aSweet({ quantity: 20 });
  const other = await context.newPage();
  await other.goto(`/products/${sweet.slug}`);
  await page.goto(`/products?search=${encodeURIComponent(sweet.name)}`);
  const card = cardOf(page, sweet.name);
  await expect(card).toContainText("Quantity Available: 20");
  await card.getByRole("button", { name: "Add to Cart" }).dblclick();
  await expect(page.getByText("Product has been added to your cart.")).toBeVisible();
  // To the notifications, the toast, its link. A toast that has the focus stays.
  for (const key of ["F8", "Tab", "Tab"]) await page.keyboard.press(key);
  await expect(page.getByRole("link", { name: "View cart" })).toBeFocused();
  await expect(card).toContainText("Quantity Available: 19");
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  expect(await quantityOf(sweet)).toBe(19);
  await expect(other.getByText("Quantity Available: 19").first()).toBeVisible();
  await expect(other.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/cart");
  await expect(page.getByText("Product has been added to your cart.")).toBeHidden();
});

/** From the band on the home page to a festival, one of its days and a sweet of it, by the keyboard. */
async function followFestival(page: Page) {
  const sweet = await aSweet();
  const { name, path, days } = await aFestival([sweet], 1);
  const follow = async (link: ReturnType<Page["getByRole"]>) => {
    await link.focus();
    await page.keyboard.press("Enter");
  };
  const band = page.getByRole("complementary", { name: "Festivals" }).getByRole("link", { name });
  await expect(async () => {
    await page.goto("/home");
    await expect(band).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await follow(band);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await follow(page.getByRole("navigation", { name: "Choose a day" }).getByRole("link").first());
  await expect(page).toHaveURL(`${path}?day=${days[0]}`);
  await follow(cardOf(page, sweet.name).getByRole("heading").getByRole("link"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(sweet.name);
}

test("the home page leads to a festival and its sweets by the keyboard", ({ page }) => followFestival(page));

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the home page leads to a festival and its sweets", ({ page }) => followFestival(page));

  test("page, search, add to cart, open, sort", async ({ page }) => {
    const sweet = await aSweet({ quantity: 12 });
    await page.goto("/products");
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
    await page.getByRole("searchbox").fill(sweet.name);
    await page.getByRole("button", { name: "Show sweets" }).click();
    await expect(page).toHaveURL(/search=Test/);
    await expect(page.getByLabel("Sort by").locator("option:checked")).toHaveText("Most Relevant");
    const card = cardOf(page, sweet.name);
    await card.getByRole("button", { name: "Add to Cart" }).click();
    await expect(card.getByRole("status")).toHaveText("Product has been added to your cart.");
    await expect(card.getByRole("link", { name: "View cart" })).toHaveAttribute("href", "/cart");
    expect(await quantityOf(sweet)).toBe(11);
    await card.getByRole("heading").getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(sweet.name);
    await page.getByRole("spinbutton").first().fill("2");
    await page.getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(page.getByRole("main").getByRole("status").first()).toHaveText("Product has been added to your cart.");
    expect(await quantityOf(sweet)).toBe(9);

    await page.goto("/products?category=Cakes");
    await page.getByLabel("Sort by").selectOption("Name A-Z");
    await page.getByRole("button", { name: "Show sweets" }).click();
    await expect(page).toHaveURL(/category=Cakes&sort=name%3Aasc/);
    await expect(page.getByRole("article").first()).toContainText("Black Forest Cake");
  });
});
