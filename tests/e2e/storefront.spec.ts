import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible";
import { hydrated } from "../support/hydration";
import { shop, test } from "./storefront-shop";

const cardOf = (page: Page, name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
/** In default packs. */
const stockOf = async (slug: string) =>
  (await shop`select quantity / default_units as packs from sweets where slug = ${slug}`)[0]?.packs as number;
const setStock = (slug: string, packs: number) =>
  shop.begin(async (tx) => {
    const [sweet] = await tx`select id, quantity, default_units from sweets where slug = ${slug} for update`;
    await tx`select move_stock(${sweet?.id}, ${packs * sweet?.default_units - sweet?.quantity}, 'adjustment', null)`;
  });

test.describe("finding", () => {
  test("the root leads to the home page, which leads to the shop", async ({ page }) => {
    await page.goto("/");
    await expect(page).toHaveURL("/home");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Four decades of getting sweets right");
    for (const name of ["Gift Wrapping", "Fast Delivery", "Quality Assured", "Made with Love"])
      await expect(page.getByRole("heading", { name })).toBeVisible();
    for (const name of ["Traditional Sweets", "Sugar-Free", "Dry Fruits", "Cakes"])
      await expect(page.getByRole("link", { name }).filter({ has: page.getByRole("heading") })).toBeVisible();
    await expect(page.getByRole("link", { name: "Contact Us" })).toHaveAttribute("href", "/contact");
    await expect(page.getByRole("link", { name: "Start Shopping" })).toHaveAttribute("href", "/products");
    await page.getByRole("link", { name: "Shop Now" }).click();
    await expect(page).toHaveURL("/products");
  });

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

  test("a search starts while typing, tolerates typos, and keeps the focus", async ({ page }) => {
    await page.goto("/products");
    const search = page.getByRole("searchbox", { name: "Search sweets" });
    await search.pressSequentially("gulab jamn", { delay: 20 });
    await expect(page).toHaveURL(/search=gulab\+jamn$/);
    await expect(page.getByRole("heading", { name: "Gulab Jamun", exact: true })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: /sweets? found/ })).toBeAttached();
    await expect(search).toBeFocused();
    await search.pressSequentially("qqqq");
    await expect(page.getByRole("heading", { name: "No products found" })).toBeVisible();
    await expect(page.getByText("No products found")).toHaveCount(1);
    await expect(page.getByText("Try adjusting your search or filters")).toBeVisible();
    await expect(search).toHaveValue("gulab jamnqqqq");
  });

  test("a search is sorted by relevance and says so, until another sort is chosen or the search ends", async ({
    page,
  }) => {
    const sort = page.getByLabel("Sort by");
    const chosen = sort.locator("option:checked");
    const prices = async () =>
      (await page.getByRole("article").locator(".price").allInnerTexts()).map((text) =>
        Number(text.replace(/\D/g, "")),
      );
    await page.goto("/products");
    await expect(chosen).toHaveText("Newest First");
    await expect(sort.getByRole("option", { name: "Most Relevant" })).toHaveCount(0);
    await page.getByRole("searchbox").fill("laddoo");
    await expect(page).toHaveURL("/products?search=laddoo");
    await expect(chosen).toHaveText("Most Relevant");
    await sort.selectOption("Price Low to High");
    await expect(page).toHaveURL("/products?search=laddoo&sort=price%3Aasc");
    await expect(chosen).toHaveText("Price Low to High");
    await expect.poll(async () => (await prices()).length).toBeGreaterThan(1);
    expect(await prices()).toEqual((await prices()).toSorted((a, b) => a - b));
    await sort.selectOption("Most Relevant");
    await expect(page).toHaveURL("/products?search=laddoo");
    await expect(chosen).toHaveText("Most Relevant");
    await page.getByRole("searchbox").fill("");
    await expect(page).toHaveURL("/products");
    await expect(chosen).toHaveText("Newest First");
  });

  test("category and sort are in the URL and start at page 1; Back returns to the scroll position", async ({
    page,
  }) => {
    await page.goto("/products?page=2");
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
    await page.getByLabel("Category").focus();
    await page.getByLabel("Category").selectOption("Dry Fruits");
    await expect(page).toHaveURL("/products?category=Dry+Fruits");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dry Fruits");
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

  test("Next and Previous work; a page past the end shows the last one; invalid values mean the defaults", async ({
    page,
  }) => {
    await page.goto("/products");
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL("/products?page=2");
    await page.getByRole("link", { name: "Previous" }).click();
    await expect(page).toHaveURL("/products");
    for (const past of ["900", "123456"]) {
      await page.goto(`/products?page=${past}`);
      // Other tests add sweets, and so a page, meanwhile.
      const text = await page.getByText(/^Page (\d+) of \1$/).innerText();
      const [of] = text.match(/\d+$/) ?? [];
      await expect(page).toHaveTitle(`Our Sweets, page ${of} · Mithaas`);
      await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`/products\\?page=${of}$`));
    }
    await page.goto("/products?category=Bread&sort=colour&page=-1");
    await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
    await expect(page.getByLabel("Category")).toHaveValue("ALL");
  });

  test("a slow response shows eight skeletons first", async ({ page }) => {
    await page.goto("/products");
    let answer = () => {};
    const shown = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/category=Cakes/, async (route) => {
      await shown;
      await route.continue();
    });
    await page.getByLabel("Category").selectOption("Cakes");
    await expect(page.locator(".pcard .skeleton.aspect-square")).toHaveCount(8);
    await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeAttached();
    answer();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cakes");
    await expect(page.locator(".pcard .skeleton")).toHaveCount(0);
  });

  test("category cards count their sweets and link to them", async ({ page }) => {
    await page.goto("/categories");
    const [{ count } = { count: 0 }] = await shop`
      select count(*)::int as count from sweets where category = 'Sugar-Free' and deleted_at is null`;
    const card = page.getByRole("link").filter({ has: page.getByRole("heading", { name: "Sugar-Free Options" }) });
    await expect(card).toContainText(`${count} items`);
    await expect(card).toContainText(`+${count - 4} more`);
    await expect(card).toHaveAttribute("href", "/products?category=Sugar-Free%20Options");
    await card.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sugar-Free");
    await page.goto("/categories");
    await expect(page.getByRole("heading", { name: "Can't Decide? Try Our Mixed Boxes!" })).toBeVisible();
    await page.getByRole("link", { name: "View Mixed Boxes" }).click();
    await expect(page).toHaveURL("/products?featured=true");
    await expect(page.getByRole("article").first()).toContainText("Featured");
  });
});

test.describe("into the cart", () => {
  test("a double click adds once; card, badge and toast follow, in every tab", async ({ page, context }) => {
    await setStock("milk-peda", 20);
    const other = await context.newPage();
    await other.goto("/products/milk-peda");
    await page.goto("/products?search=milk peda");
    const card = cardOf(page, "Milk Peda");
    await expect(card).toContainText("Quantity Available: 20");
    await card.getByRole("button", { name: "Add to Cart" }).dblclick();
    await expect(page.getByText("Product has been added to your cart.")).toBeVisible();
    await expect(card).toContainText("Quantity Available: 19");
    await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
    expect(await stockOf("milk-peda")).toBe(19);
    await expect(other.getByText("Quantity Available: 19").first()).toBeVisible();
    await expect(other.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  });

  test("more than is available is refused with the number; a sold-out sweet cannot be added", async ({ page }) => {
    await setStock("ghevar", 3);
    await page.goto("/products/ghevar");
    await expect(page.getByText("Low Stock")).toBeVisible();
    const quantity = page.getByRole("spinbutton", { name: "Quantity of Ghevar" });
    await quantity.fill("9");
    await page.getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(page.getByText("Only 3 items available in stock.")).toBeVisible();
    await expect(quantity).toHaveValue("3");
    expect(await stockOf("ghevar")).toBe(3);
    await setStock("ghevar", 2);
    await page.getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(page.getByText("Only 2 items available in stock.")).toBeVisible();
    await expect(page.getByText("Quantity Available: 2").first()).toBeVisible();
    await setStock("ghevar", 0);
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("button", { name: "Out of Stock" }).first()).toBeDisabled({ timeout: 1000 });
    }).toPass();
    await setStock("ghevar", 14);
  });

  test("the toast links to the cart, for the keyboard too", async ({ page }) => {
    await page.goto("/products/soan-papdi");
    await page.getByRole("button", { name: "Add to Cart" }).first().click();
    const link = page.getByRole("link", { name: "View cart" });
    await expect(link).toBeVisible();
    // To the notifications, the toast, its link.
    for (const key of ["F8", "Tab", "Tab"]) await page.keyboard.press(key);
    await expect(link).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/cart");
    await expect(page.getByText("Product has been added to your cart.")).toBeHidden();
  });

  test("only the shopper who holds the last units sees that beside 'Out of Stock', on the card and on the page", async ({
    page,
    browser,
  }) => {
    await setStock("ghevar", 2);
    await page.goto("/products/ghevar");
    await expect(page.getByText("Quantity Available: 2").first()).toBeVisible();
    await page.getByRole("spinbutton", { name: "Quantity of Ghevar" }).fill("2");
    await page.getByRole("button", { name: "Add to Cart" }).first().click();
    const held = page.getByRole("main").getByRole("link", { name: "2 in your cart" });
    await expect(held).toHaveAttribute("href", "/cart");
    await expect(page.getByRole("button", { name: "Out of Stock" }).first()).toBeDisabled();
    await expect(page.getByText("Quantity Available: 0").first()).toBeVisible();
    await page.goto("/products?search=ghevar");
    await expect(cardOf(page, "Ghevar").getByRole("link", { name: "2 in your cart" })).toBeVisible();

    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto("/products?search=ghevar");
    await expect(cardOf(stranger, "Ghevar").getByRole("button", { name: "Out of Stock" })).toBeDisabled();
    await hydrated(stranger);
    await expect(stranger.getByText("in your cart")).toHaveCount(0);
    await stranger.context().close();

    await cardOf(page, "Ghevar").getByRole("link", { name: "2 in your cart" }).click();
    await expect(page).toHaveURL("/cart");
    await page.getByRole("button", { name: "Remove" }).first().click();
    await expect.poll(() => stockOf("ghevar")).toBe(2);
    await setStock("ghevar", 14);
  });

  test("a lost connection is reported, and nothing is added", async ({ page, consoleMessages }) => {
    await page.goto("/products/balushahi");
    const before = await stockOf("balushahi");
    await page.route("**/products/balushahi", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await page.getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(page.getByText("Failed to add to cart.")).toBeVisible();
    expect(await stockOf("balushahi")).toBe(before);
    consoleMessages.length = 0; // The browser reports the failed request.
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("browse, search, sort, page, open, add to cart", async ({ page }) => {
    await setStock("kalakand", 12);
    await page.goto("/products");
    await page.getByRole("searchbox").fill("kalakand");
    await page.getByRole("button", { name: "Show sweets" }).click();
    await expect(page).toHaveURL(/search=kalakand/);
    await expect(page.getByLabel("Sort by").locator("option:checked")).toHaveText("Most Relevant");
    const card = cardOf(page, "Kalakand");
    await card.getByRole("button", { name: "Add to Cart" }).click();
    await expect(cardOf(page, "Kalakand").getByRole("status")).toHaveText("Product has been added to your cart.");
    await expect(cardOf(page, "Kalakand").getByRole("link", { name: "View cart" })).toHaveAttribute("href", "/cart");
    expect(await stockOf("kalakand")).toBe(11);
    await card.getByRole("heading").getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kalakand");
    await page.getByRole("spinbutton").first().fill("2");
    await page.getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(page.getByRole("main").getByRole("status").first()).toHaveText("Product has been added to your cart.");
    expect(await stockOf("kalakand")).toBe(9);
    await page.goto("/products?category=Cakes");
    await page.getByLabel("Sort by").selectOption("Name A-Z");
    await page.getByRole("button", { name: "Show sweets" }).click();
    await expect(page).toHaveURL(/category=Cakes&sort=name%3Aasc/);
    await expect(page.getByRole("article").first()).toContainText("Black Forest Cake");
    await page.goto("/products");
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  });

  test("an unknown sweet shows a page with a link home", async ({ page, consoleMessages }) => {
    const answer = await page.goto("/products/no-such-sweet");
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Oops! Page not found");
    await expect(page).toHaveTitle("Page not found · Mithaas");
    consoleMessages.length = 0; // The browser reports the 404.
  });
});

test("the pages are accessible and do not scroll sideways", async ({ page }) => {
  test.slow();
  for (const path of [
    "/home",
    "/products",
    "/products/jalebi",
    "/categories",
    "/products?search=nothing-like-it",
    "/products?featured=true",
  ]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});
