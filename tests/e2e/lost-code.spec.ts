// A page whose code is gone after it was opened, as after an upgrade, one without a connection, and one of an earlier build.
import {
  ADDED,
  aCustomerIn,
  addToCart,
  expect,
  isMarked,
  keepsCookies,
  mark,
  type Page,
  quantityOf,
  shop,
  test,
  toastOf,
} from "../support/shopper";
import { cardOf, searchFor } from "./product-page";

test.use({
  // The last is what Chromium says of a service worker that was being fetched.
  allowed:
    /404|ERR_INTERNET_DISCONNECTED|ERR_FAILED|ChunkLoadError|Failed to (load|fetch)|not found on the server|when fetching the script/,
});
test.afterEach(async ({ page }) => {
  await page.context().setOffline(false);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

const loseCode = (page: Page) =>
  page.route("**/_next/static/**", (route) => route.fulfill({ status: 404, body: "Not Found" }));
const quickView = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Quick view of cart" });
const add = (page: Page, sweet: { name: string }) => cardOf(page, sweet).getByRole("button", { name: "Add to Cart" });

test.describe("without its code", () => {
  test("a list adds, and its toast, cart and menu work", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const sweet = await shop.sweet({ quantity: 9 });
    await page.goto(searchFor(sweet));
    await mark(page);
    await loseCode(page);
    await add(page, sweet).click();
    await expect(toastOf(page, ADDED)).toBeVisible();
    expect(await isMarked(page)).toBe(true);
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
    await page.keyboard.press("Escape");
    // The drawer cannot be loaded: the cart has a page, too.
    await page.setViewportSize({ width: 1280, height: 800 });
    await quickView(page).click();
    await expect(page).toHaveURL("/cart");
    await expect(page.getByRole("list", { name: "Sweets in your cart" })).toContainText(sweet.name);
  });

  test("a list whose code never came adds by a post, once for a double click, and follows its links", async ({
    page,
  }) => {
    const sweet = await shop.sweet({ quantity: 9 });
    await keepsCookies(page);
    await loseCode(page);
    await page.goto(searchFor(sweet), { waitUntil: "load" });
    await add(page, sweet).dblclick();
    await expect(cardOf(page, sweet).getByRole("status")).toHaveText(ADDED);
    expect(await quantityOf(sweet)).toBe(8);
    await cardOf(page, sweet).getByRole("heading").getByRole("link").click();
    await expect(page).toHaveURL(`/products/${sweet.slug}`);
  });

  test("what is posted is for the day that is chosen on this device", async ({ page }) => {
    const sweet = await shop.sweet();
    await page.goto("/about");
    await page.evaluate(() => localStorage.setItem("mithaas:day", "2030-01-31"));
    await loseCode(page);
    await page.goto(searchFor(sweet), { waitUntil: "load" });
    const posted = page.waitForRequest((request) => request.method() === "POST");
    await add(page, sweet).click();
    expect((await posted).postData()).toMatch(/name="day"\s+2030-01-31/);
  });

  test("a dialog says that it could not be loaded, the page stays, and the next press opens it", async ({ page }) => {
    await aCustomerIn(page);
    await addToCart(page, await shop.sweet());
    await page.goto("/cart");
    const open = page.getByRole("button", { name: "Proceed to Checkout" });
    await loseCode(page);
    await open.click();
    await expect(toastOf(page, "This could not be loaded. Please try again.").first()).toBeVisible();
    await expect(page.getByRole("heading", { name: "Your Cart" })).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await open.click();
    await expect(page.getByRole("dialog", { name: "Delivery Details" })).toBeVisible();
  });
});

test.describe("without a connection", () => {
  // Not what another test has fetched.
  test.use({ ownContext: true });

  test("'Add to Cart' fails with a toast, and adds once the connection is back", async ({ page, context }) => {
    const sweet = await shop.sweet({ quantity: 9 });
    await page.goto(searchFor(sweet));
    await mark(page);
    await context.setOffline(true);
    await cardOf(page, sweet).getByRole("spinbutton").fill("3");
    await add(page, sweet).click();
    await expect(toastOf(page, "Failed to add to cart.")).toBeVisible();
    await expect(cardOf(page, sweet).getByRole("spinbutton")).toHaveValue("3");
    await context.setOffline(false);
    await add(page, sweet).click();
    await expect(toastOf(page, ADDED)).toBeVisible();
    expect(await quantityOf(sweet)).toBe(6);
    expect(await isMarked(page)).toBe(true);
  });

  test("the drawer says that it could not be loaded, and a message keeps what was typed until it can be sent", async ({
    page,
    context,
  }) => {
    await page.goto("/contact");
    await mark(page);
    const form = page.getByRole("main").getByRole("form");
    await form.getByLabel("Full Name").fill("Asha Rao");
    await form.getByLabel("Phone").fill("98200 12345");
    await form.getByLabel("Email").fill("asha@example.com");
    await form.getByLabel("Subject").fill("Sundays");
    await form.getByLabel("Message").fill("Do you deliver to Thane on Sundays?");
    await context.setOffline(true);
    const send = form.getByRole("button", { name: "Send Message" });
    await send.click();
    await expect(form.getByRole("alert")).toHaveText("An error occurred");
    await expect(form.getByLabel("Message")).toHaveValue("Do you deliver to Thane on Sundays?");
    await quickView(page).click();
    await expect(toastOf(page, "This could not be loaded. Please try again.")).toBeVisible();
    await context.setOffline(false);
    await send.click();
    await expect(toastOf(page, "Message sent successfully!")).toBeVisible();
    expect(await isMarked(page)).toBe(true);
  });
});

test("a page of an earlier build keeps what was typed, and says that a reload helps", async ({ page }) => {
  const sweet = await shop.sweet({ quantity: 9 });
  await page.goto(searchFor(sweet));
  await page.route(
    (url) => url.pathname === "/search" || url.pathname === "/products",
    (route) => {
      const headers = route.request().headers();
      if (headers["next-action"]) headers["next-action"] = `60${"ab".repeat(20)}`;
      return route.continue({ headers });
    },
  );
  await cardOf(page, sweet).getByRole("spinbutton").fill("3");
  await add(page, sweet).click();
  const said = toastOf(page, "The shop was updated. Please reload the page.");
  await expect(said).toBeVisible();
  await expect(cardOf(page, sweet).getByRole("spinbutton")).toHaveValue("3");
  expect(await quantityOf(sweet)).toBe(9);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await mark(page);
  await said.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => isMarked(page)).toBe(false);
  await add(page, sweet).click();
  await expect(page.getByText(ADDED).first()).toBeVisible();
});
