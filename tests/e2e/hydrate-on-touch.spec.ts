// nightly: waits for code that does not come, and opens a page for each way of touching it; guards components/ui/hydrate-on-touch.tsx, components/parts.tsx
// Parts of a page that are hydrated when it is touched (components/ui/hydrate-on-touch.tsx), with code that is slow, never comes, or
// cannot be loaded. A double click while it is slow: storefront.spec.ts.
import { touched } from "../support/hydration";
import {
  ADDED,
  aCustomerIn,
  admin,
  expect,
  holdBack,
  isMarked,
  keepsCookies,
  mark,
  type Page,
  quantityOf,
  reserve,
  shop,
  signIn,
  test,
} from "../support/shopper";
import { cardOf, packOf, searchFor } from "./product-page";

const add = (page: Page, sweet: { name: string }) => cardOf(page, sweet).getByRole("button", { name: "Add to Cart" });

/** The code of a page; its style sheets are in the same folder. */
const CODE = "**/_next/static/chunks/*.js";

/** Waits until each piece of code that is asked for from now on has failed twice: Turbopack tries again. */
async function failCode(page: Page, touch: () => Promise<void>) {
  const failed = new Map<string, number>();
  page.on("requestfailed", (request) => failed.set(request.url(), (failed.get(request.url()) ?? 0) + 1));
  await page.route(CODE, (route) => route.abort());
  await touch();
  await expect.poll(() => failed.size > 0 && [...failed.values()].every((times) => times > 1)).toBe(true);
}

test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

/** Opens the list with one sweet, whose card is closed. The choice of a day is loaded by itself; all that comes later, by a touch. */
async function openList(page: Page, sweet: { name: string }) {
  await page.goto(searchFor(sweet));
  await expect(page.getByRole("combobox", { name: "Day" })).toBeVisible();
}

/** The same; gives what lets the code of the card be loaded. */
async function open(page: Page, sweet: { name: string }) {
  await openList(page, sweet);
  await mark(page);
  return holdBack(page, CODE);
}
const isHydrated = (page: Page, selector: string) =>
  page.evaluate(
    (selector) => Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith("__reactProps$")),
    selector,
  );

test.describe("with slow code", () => {
  test("two taps on 'Add to Cart' add once, and 'Increase' before it counts", async ({ page }) => {
    const sweet = await shop.sweet({ quantity: 9 });
    const load = await open(page, sweet);
    const asked = page.waitForRequest(CODE);
    await cardOf(page, sweet).getByRole("button", { name: "Increase" }).click();
    await add(page, sweet).dblclick();
    await asked;
    expect(await quantityOf(sweet)).toBe(9);
    load();
    await expect(page.getByText(ADDED)).toBeVisible();
    await expect(cardOf(page, sweet)).toContainText("Quantity Available: 7");
    expect(await quantityOf(sweet)).toBe(7);
    expect(await isMarked(page)).toBe(true);
  });

  test("a quantity is typed, sent with Enter, and counted on from", async ({ page }) => {
    const sweet = await shop.sweet({ quantity: 9 });
    const load = await open(page, sweet);
    const quantity = cardOf(page, sweet).getByRole("spinbutton");
    await quantity.fill("3");
    await quantity.press("Enter");
    load();
    await expect(page.getByText(ADDED)).toBeVisible();
    await expect(cardOf(page, sweet)).toContainText("Quantity Available: 6");
    await cardOf(page, sweet).getByRole("button", { name: "Increase" }).click();
    await expect(quantity).toHaveValue("4");
    expect(await isMarked(page)).toBe(true);
  });

  test("the pack that was chosen is added", async ({ page }) => {
    const tray = await shop.tray(9);
    const load = await open(page, tray);
    await packOf(page, tray, "1 kg").check();
    await add(page, tray).click();
    load();
    await expect(page.getByText(ADDED)).toBeVisible();
    await expect(packOf(page, tray, "1 kg")).toBeChecked();
    expect(await quantityOf(tray)).toBe(5);
  });

  test("the answer for a pincode that was typed is shown", async ({ page }) => {
    const sweet = await shop.sweet();
    await page.goto(`/products/${sweet.slug}`);
    const load = await holdBack(page, CODE);
    const asked = page.waitForRequest(CODE);
    await page.getByRole("main").getByLabel("Pincode").fill("400028");
    await asked;
    load();
    await expect(page.getByRole("region", { name: "Delivery" })).toContainText("To 400028 (Mumbai)");
  });

  test("links of header and cards are followed at once", async ({ page }) => {
    const sweet = await shop.sweet();
    await open(page, sweet);
    await cardOf(page, sweet).getByRole("heading").getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(sweet.name);
    await page.getByRole("banner").getByRole("link", { name: "About" }).click();
    await expect(page).toHaveURL("/about");
  });

  test("the theme is switched once, and the menu opens at once with the focus in it", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/about");
    const load = await holdBack(page, CODE);
    await page.getByRole("button", { name: "Switch to dark theme" }).click();
    await page.getByRole("button", { name: "Open menu" }).click();
    const first = page.getByRole("navigation", { name: "Menu" }).getByRole("link").first();
    await expect(first).toBeVisible();
    load();
    await expect(page.locator("html")).toHaveClass(/dark/);
    await expect(first).toBeFocused();
    expect(await page.evaluate(() => localStorage.theme)).toBe("dark");
  });

  test("a form whose code does not come is posted after a while", async ({ page }) => {
    await keepsCookies(page);
    const sweet = await shop.sweet({ quantity: 9 });
    await open(page, sweet);
    await add(page, sweet).click();
    await expect(cardOf(page, sweet).getByRole("status")).toHaveText(ADDED);
    expect(await quantityOf(sweet)).toBe(8);
    expect(await isMarked(page)).toBe(false);
  });
});

test.describe("with code that cannot be loaded", () => {
  test.use({ allowed: /ERR_FAILED|ChunkLoadError/ });
  test("forms are posted, links are followed, and a later touch hydrates", async ({ page }) => {
    await keepsCookies(page);
    const sweet = await shop.sweet({ quantity: 9 });
    await openList(page, sweet);
    await page.route(CODE, (route) => route.abort());
    await add(page, sweet).click();
    await expect(cardOf(page, sweet).getByRole("status")).toHaveText(ADDED);
    expect(await quantityOf(sweet)).toBe(8);

    await page.unroute(CODE);
    await openList(page, sweet);
    await mark(page);
    await failCode(page, () => add(page, sweet).hover());
    await page.unroute(CODE);
    // A touch while the last try still fails is no later one.
    await expect(async () => {
      await page.evaluate(() => document.body.dispatchEvent(new Event("pointerover", { bubbles: true })));
      await expect.poll(() => isHydrated(page, ".pcard form"), { timeout: 1_000 }).toBe(true);
    }).toPass();
    await touched(page);
    await add(page, sweet).click();
    await expect(page.getByText(ADDED)).toBeVisible();
    expect(await quantityOf(sweet)).toBe(7);
    await page.getByRole("banner").getByRole("link", { name: "About" }).click();
    await expect(page).toHaveURL("/about");
    expect(await isMarked(page)).toBe(true);
  });

  test("Logout is posted, and clears the delivery details that were typed", async ({ page }) => {
    const { name } = await aCustomerIn(page);
    await page.goto("/about");
    await page.evaluate((name) => {
      const draft = { key: "a cart's", name, at: Date.now(), texts: { notes: "Second floor" } };
      localStorage.setItem("mithaas:delivery", JSON.stringify(draft));
    }, name);
    await page.route(CODE, (route) => route.abort());
    await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("mithaas:delivery"))).toBeNull();
  });

  test("a link is followed by the browser", async ({ page }) => {
    await page.goto("/about");
    await page.route(CODE, (route) => route.abort());
    await page.getByRole("main").hover();
    await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
    await expect(page).toHaveURL("/contact");
  });
});

test("by the keyboard: the first Tab, the first Enter, and 'Add to Cart'", async ({ page }) => {
  const sweet = await shop.sweet({ quantity: 9 });
  await page.goto(searchFor(sweet));
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
  await mark(page);
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL("/contact");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Our story starts with one kadhai");
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Talk to the shop");
  expect(await isMarked(page)).toBe(true);

  await page.reload();
  await page.goBack();
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Our story starts with one kadhai");
});

test("what a screen reader reads is the same before and after hydration", async ({ page }) => {
  const tray = await shop.tray(9);
  for (const address of ["/home", searchFor(tray), "/about"]) {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    const before = await page.locator("body").ariaSnapshot();
    await touched(page);
    expect(await page.locator("body").ariaSnapshot(), address).toBe(before);
  }
});

test("live stock: numbers follow in a closed card, and one that is sold out is hydrated", async ({ page }) => {
  const sweet = await shop.sweet({ quantity: 20 });
  await page.clock.install();
  await page.goto(searchFor(sweet));
  const card = cardOf(page, sweet);
  await expect(card).toContainText("Quantity Available: 20");
  const setTo = async (quantity: number) => {
    await shop.edit(sweet.id, { stock: quantity });
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
  const sweet = await shop.sweet({ quantity: 2 });
  await page.goto("/about");
  await reserve(page, sweet, 2);
  await page.goto(searchFor(sweet));
  await expect(cardOf(page, sweet)).toContainText("2 in your cart");
});

test("an admin sees 'Admin view' on every card, without a touch", async ({ page }) => {
  await signIn(page, admin, "/products");
  await expect(page.getByRole("article").getByText("Admin view")).toHaveCount(await page.getByRole("article").count());
});
