// Parts of a page that are hydrated when it is touched (components/ui/hydrate-on-touch.tsx), with code that is slow, never comes, or
// cannot be loaded. Slow: it waits for code that does not come, and opens a page for each way of touching it.
import { touched } from "../support/hydration";
import {
  aCustomerIn,
  aSweet,
  asAdmin,
  db,
  expect,
  type Page,
  quantityOf,
  reserve,
  signIn,
  test,
} from "../support/shopper";
import { aTray } from "../support/trays";

const ADDED = "Product has been added to your cart.";
const listOf = ({ name }: { name: string }) => `/products?search=${encodeURIComponent(name)}`;
const cardOf = (page: Page, { name }: { name: string }) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
const add = (page: Page, sweet: { name: string }) => cardOf(page, sweet).getByRole("button", { name: "Add to Cart" });

/** The code of a page; its style sheets are in the same folder. */
const CODE = "**/_next/static/chunks/*.js";

/** Holds the code that a page loads from now on. */
async function holdCode(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const code = { count: 0, release };
  await page.route(CODE, async (route) => {
    code.count++;
    await released;
    await route.continue();
  });
  return code;
}

test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

/** Opens the list with one sweet, whose card is closed. */
async function open(page: Page, sweet: { name: string }) {
  await page.goto(listOf(sweet));
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  return holdCode(page);
}
const isSameDocument = (page: Page) => page.evaluate(() => "isSameDocument" in window);
const isHydrated = (page: Page, selector: string) =>
  page.evaluate(
    (selector) => Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith("__reactProps$")),
    selector,
  );

test.describe("with slow code", () => {
  test("two taps on 'Add to Cart' add once, and 'Increase' before it counts", async ({ page }) => {
    const sweet = await aSweet({ quantity: 9 });
    const code = await open(page, sweet);
    await cardOf(page, sweet).getByRole("button", { name: "Increase" }).click();
    await add(page, sweet).dblclick();
    await expect.poll(() => code.count).toBeGreaterThan(0);
    expect(await quantityOf(sweet)).toBe(9);
    code.release();
    await expect(page.getByText(ADDED)).toBeVisible();
    await expect(cardOf(page, sweet)).toContainText("Quantity Available: 7");
    expect(await quantityOf(sweet)).toBe(7);
    expect(await isSameDocument(page)).toBe(true);
  });

  test("a quantity is typed, sent with Enter, and counted on from", async ({ page }) => {
    const sweet = await aSweet({ quantity: 9 });
    const code = await open(page, sweet);
    const quantity = cardOf(page, sweet).getByRole("spinbutton");
    await quantity.fill("3");
    await quantity.press("Enter");
    code.release();
    await expect(page.getByText(ADDED)).toBeVisible();
    await expect(cardOf(page, sweet)).toContainText("Quantity Available: 6");
    await cardOf(page, sweet).getByRole("button", { name: "Increase" }).click();
    await expect(quantity).toHaveValue("4");
    expect(await isSameDocument(page)).toBe(true);
  });

  test("the pack that was chosen is added", async ({ page }) => {
    const tray = await aTray(9);
    const code = await open(page, tray);
    const shown = page.getByRole("article").filter({ hasText: tray.name });
    await shown.getByRole("radio", { name: /^1 kg/ }).check();
    await shown.getByRole("button", { name: "Add to Cart" }).click();
    code.release();
    await expect(page.getByText(ADDED)).toBeVisible();
    await expect(shown.getByRole("radio", { name: /^1 kg/ })).toBeChecked();
    expect(await db`select pack_id, quantity from cart_lines where sweet_id = ${tray.id}`).toEqual([
      { pack_id: tray.pack("1 kg"), quantity: 1 },
    ]);
  });

  test("the answer for a pincode that was typed is shown", async ({ page }) => {
    const sweet = await aSweet();
    await page.goto(`/products/${sweet.slug}`);
    const code = await holdCode(page);
    await page.getByRole("main").getByLabel("Pincode").fill("400028");
    await expect.poll(() => code.count).toBeGreaterThan(0);
    code.release();
    await expect(page.getByRole("region", { name: "Delivery" })).toContainText("To 400028 (Mumbai)");
  });

  test("links of header and cards are followed at once", async ({ page }) => {
    const sweet = await aSweet();
    await open(page, sweet);
    await cardOf(page, sweet).getByRole("heading").getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(sweet.name);
    await page.getByRole("banner").getByRole("link", { name: "About" }).click();
    await expect(page).toHaveURL("/about");
  });

  test("the theme is switched once, and the menu opens at once with the focus in it", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/about");
    const code = await holdCode(page);
    await page.getByRole("button", { name: "Switch to dark theme" }).click();
    await page.getByRole("button", { name: "Open menu" }).click();
    const first = page.getByRole("navigation", { name: "Menu" }).getByRole("link").first();
    await expect(first).toBeVisible();
    code.release();
    await expect(page.locator("html")).toHaveClass(/dark/);
    await expect(first).toBeFocused();
    expect(await page.evaluate(() => localStorage.theme)).toBe("dark");
  });

  test("a form whose code does not come is posted after a while", async ({ page }) => {
    const sweet = await aSweet({ quantity: 9 });
    await open(page, sweet);
    await add(page, sweet).click();
    await expect(cardOf(page, sweet).getByRole("status")).toHaveText(ADDED);
    expect(await quantityOf(sweet)).toBe(8);
    expect(await isSameDocument(page)).toBe(false);
  });
});

test.describe("with code that cannot be loaded", () => {
  test.use({ allowed: /ERR_FAILED/ });
  test("forms are posted, links are followed, and a later touch hydrates", async ({ page }) => {
    const sweet = await aSweet({ quantity: 9 });
    await page.goto(listOf(sweet));
    await page.route(CODE, (route) => route.abort());
    await add(page, sweet).click();
    await expect(cardOf(page, sweet).getByRole("status")).toHaveText(ADDED);
    expect(await quantityOf(sweet)).toBe(8);

    await page.unroute(CODE);
    await page.goto(listOf(sweet));
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    const failed = page.waitForEvent("requestfailed");
    await page.route(CODE, (route) => route.abort());
    await add(page, sweet).hover();
    await failed;
    // Turbopack tries twice.
    await page.waitForTimeout(3_000);
    await page.unroute(CODE);
    await touched(page);
    await add(page, sweet).click();
    await expect(page.getByText(ADDED)).toBeVisible();
    expect(await quantityOf(sweet)).toBe(7);
    await page.getByRole("banner").getByRole("link", { name: "About" }).click();
    await expect(page).toHaveURL("/about");
    expect(await isSameDocument(page)).toBe(true);
  });

  test("Logout is posted, and clears the delivery details that were typed", async ({ page }) => {
    await aCustomerIn(page);
    await page.goto("/about");
    await page.evaluate(() => sessionStorage.setItem("mithaas:delivery", "{}"));
    await page.route(CODE, (route) => route.abort());
    await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem("mithaas:delivery"))).toBeNull();
  });

  test("a link is followed by the browser", async ({ page }) => {
    await page.goto("/about");
    const failed = page.waitForEvent("requestfailed");
    await page.route(CODE, (route) => route.abort());
    await page.getByRole("main").hover();
    await failed;
    await page.waitForTimeout(3_000);
    await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
    await expect(page).toHaveURL("/contact");
  });
});

test("by the keyboard: the first Tab, the first Enter, and 'Add to Cart'", async ({ page }) => {
  const sweet = await aSweet({ quantity: 9 });
  await page.goto(listOf(sweet));
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#main$/);
  await add(page, sweet).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(ADDED)).toBeVisible();
  expect(await quantityOf(sweet)).toBe(8);
});

test("after a touch, links, Back and Forward keep the document; Back also when the page was not touched", async ({
  page,
}) => {
  await page.goto("/about");
  await touched(page);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL("/contact");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Our story starts with one kadhai");
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Talk to the shop");
  expect(await isSameDocument(page)).toBe(true);

  await page.reload();
  await page.goBack();
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Our story starts with one kadhai");
});

test("what a screen reader reads is the same before and after hydration, and nothing is loaded before", async ({
  page,
}) => {
  const tray = await aTray(9);
  for (const address of ["/home", listOf(tray), "/about"]) {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    const asked: string[] = [];
    page.on("request", (request) => request.resourceType() === "script" && asked.push(request.url()));
    await page.waitForTimeout(300);
    expect(asked, address).toEqual([]);
    const before = await page.locator("body").ariaSnapshot();
    await touched(page);
    expect(await page.locator("body").ariaSnapshot(), address).toBe(before);
    page.removeAllListeners("request");
  }
});

test("live stock: numbers follow in a closed card, and one that is sold out is hydrated", async ({ page }) => {
  const sweet = await aSweet({ quantity: 20 });
  await page.clock.install();
  await page.goto(listOf(sweet));
  const card = cardOf(page, sweet);
  await expect(card).toContainText("Quantity Available: 20");
  const setTo = async (quantity: number) => {
    await asAdmin("PUT", `/sweets/${sweet.id}`, { stock: quantity });
    await page.clock.fastForward(21_000);
  };
  await setTo(12);
  await expect(card).toContainText("Quantity Available: 12");
  expect(await isHydrated(page, ".pcard form")).toBe(false);
  await setTo(0);
  await expect(card.getByRole("button", { name: "Out of Stock" })).toBeDisabled();
  expect(await isHydrated(page, ".pcard form")).toBe(true);
});

test("the card of a sold-out sweet says what is in the cart, without a touch", async ({ page }) => {
  const sweet = await aSweet({ quantity: 2 });
  await page.goto("/about");
  await reserve(page, sweet, 2);
  await page.goto(listOf(sweet));
  await expect(cardOf(page, sweet)).toContainText("2 in your cart");
});

test("an admin sees 'Admin view' on every card, without a touch", async ({ page }) => {
  const { TEST_ADMIN_EMAIL: email = "", TEST_ADMIN_PASSWORD: password = "" } = process.env;
  await signIn(page, { name: "", email, password }, "/products");
  await expect(page.getByRole("article").getByText("Admin view")).toHaveCount(await page.getByRole("article").count());
});
