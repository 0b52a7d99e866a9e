// What every page must do at every size: fit the window, show its navigation, have targets large enough for touch, and print.
import { type Browser, chromium, type LaunchOptions, type Page } from "@playwright/test";
import {
  aCustomer,
  addToCart,
  aSweet,
  cartLink,
  expect,
  fillDelivery,
  signIn,
  test,
  withoutScripts,
} from "../support/shopper";
import { pages } from "./pages";

const baseURL = process.env.TEST_BASE_URL;
/**
 * Font sizes set in the browser, with widths of the window in px. 320 px is a window of 1280 px at 400 % zoom. The sizes without
 * `all` check the header, which has most in one line; in rem, their pages are as wide as those of another size.
 */
const sizes = [
  { font: 16, widths: [320, 360, 390], all: true },
  { font: 20, widths: [390], all: false },
  { font: 24, widths: [1024, 1440], all: false },
  { font: 32, widths: [390, 1024, 1440], all: true },
];

type State = Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;
let customer: State;
let admin: State;
let order: string;
let receipt: string;

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage({ baseURL });
  await signIn(page, await aCustomer());
  await addToCart(page, await aSweet());
  await page.goto("/checkout");
  await fillDelivery(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  receipt = (await page.getByRole("link", { name: "Receipt" }).getAttribute("href")) ?? "";
  order = receipt.replace("/receipt", "");
  await addToCart(page, await aSweet());
  customer = await page.context().storageState();
  await page.context().clearCookies();
  await signIn(
    page,
    { name: "", email: process.env.TEST_ADMIN_EMAIL ?? "", password: process.env.TEST_ADMIN_PASSWORD ?? "" },
    "/admin",
  );
  admin = await page.context().storageState();
  await page.close();
});

/**
 * A browser with another default font size. Breakpoints in rem follow it, which the page's own styles cannot imitate. Pictures keep their
 * room and are not loaded, which takes the time of all these pages.
 */
const withFont = ({ args = [], ...options }: LaunchOptions, font: number) =>
  chromium.launch({ ...options, args: [...args, `--blink-settings=defaultFontSize=${font},imagesEnabled=false`] });

async function aPage(browser: Browser, storageState?: State, viewport = { width: 390, height: 844 }) {
  const context = await browser.newContext({ baseURL, storageState, viewport, reducedMotion: "reduce" });
  return context.newPage();
}

type Who = "visitor" | "customer" | "admin";

/** Nothing makes the page wider than the window. */
async function expectFits(page: Page, width: number, where: string) {
  await page.setViewportSize({ width, height: 800 });
  // The layout follows a new width after a moment.
  await expect
    .poll(() => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]), where)
    .toEqual([width, width]);
}

/** The links to home and cart, and either the whole navigation or the button that opens it, are in the window. */
async function expectNavigation(page: Page, who: Who, where: string) {
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "Mithaas, home" }), where).toBeInViewport({ ratio: 1 });
  if (who !== "admin") await expect(cartLink(page), where).toBeInViewport({ ratio: 1 });
  const menu = header.getByRole("button", { name: "Open menu" });
  if (await menu.isVisible()) return expect(menu, where).toBeInViewport({ ratio: 1 });
  const session =
    who === "visitor" ? header.getByRole("link", { name: "Login" }) : header.getByRole("button", { name: "Logout" });
  await expect(session, where).toBeInViewport({ ratio: 1 });
  if (who === "admin") return;
  const links = await header.getByRole("navigation", { name: "Main" }).getByRole("link").all();
  expect(links.length, where).toBe(5);
  for (const link of links) await expect(link, where).toBeInViewport({ ratio: 1 });
}

for (const { font, widths, all } of sizes)
  test(`${all ? "every page fits" : "the first pages fit"} ${widths.join(", ")} px with a font of ${font} px, and the navigation is in reach`, async ({
    launchOptions,
  }) => {
    test.setTimeout(180_000);
    const browser = await withFont(launchOptions, font);
    const people = [
      { who: "visitor", state: undefined, addresses: pages.visitor },
      { who: "customer", state: customer, addresses: [...pages.customer, order, receipt] },
      { who: "admin", state: admin, addresses: pages.admin },
    ] as const;
    for (const { who, state, addresses } of people) {
      const page = await aPage(browser, state);
      for (const address of all ? addresses : addresses.slice(0, 2)) {
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        expect(await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(font);
        for (const width of widths) {
          const where = `${address} of a ${who} at ${width} px with a font of ${font} px`;
          await expectFits(page, width, where);
          // Touch targets are checked on phones with the usual font size.
          if (font === 16 && who !== "admin") expect(await tooSmall(page), where).toEqual([]);
          // The header is the same on all pages of a person.
          if (address === addresses[0]) await expectNavigation(page, who, where);
        }
      }
      await page.context().close();
    }
    await browser.close();
  });

for (const { font, width, height } of [
  { font: 16, width: 320, height: 256 },
  { font: 32, width: 390, height: 800 },
])
  test(`menu and dialogs can be used at ${width} x ${height} px with a font of ${font} px`, async ({
    launchOptions,
  }) => {
    const browser = await withFont(launchOptions, font);
    const page = await aPage(browser, customer, { width, height });
    /** Can be scrolled to and clicked, so nothing covers it. */
    const pressable = (role: "button" | "link", name: string, within = page.getByRole("dialog")) =>
      within.getByRole(role, { name, exact: true }).click({ trial: true });

    await page.goto("/cart");
    await page.getByRole("button", { name: "Open menu" }).click();
    for (const link of await page.getByRole("navigation", { name: "Menu" }).getByRole("link").all())
      await link.click({ trial: true });
    await pressable("button", "Logout");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await expect(page.getByRole("dialog").getByLabel("Recipient Name")).toBeFocused();
    for (const label of ["Recipient Name", "Delivery Address", "Phone Number", "Notes"])
      await page.getByRole("dialog").getByLabel(label).click({ trial: true });
    for (const name of ["Cancel", "Place Order", "Close"]) await pressable("button", name);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);

    await cartLink(page).click({ modifiers: ["Shift"] });
    for (const name of ["Increase", "Close"]) await pressable("button", name);
    await pressable("link", "View Cart");
    await page.keyboard.press("Escape");

    await page.goto("/orders");
    await page.getByRole("button", { name: "Cancel order" }).click();
    for (const name of ["Keep order", "Cancel order"]) await pressable("button", name, page.getByRole("alertdialog"));
    await browser.close();
  });

/** Targets under 44 px. Links inside a text are exempt, as in WCAG. */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary")) {
      if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
      if (element.tabIndex < 0 || element.closest(".sr-only, .skip-link")) continue;
      const isTick = element.matches("[type=checkbox], [type=radio]");
      const { width, height } = ((isTick && element.closest("label")) || element).getBoundingClientRect();
      const isInText =
        getComputedStyle(element).display === "inline" &&
        (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);
      if (width > 0 && !isInText && (width < 43.5 || height < 43.5))
        found.push(`${element.tagName} ${element.ariaLabel ?? element.innerText} ${width} x ${height}`);
    }
    return found;
  });

test("everything in the menu is at least 44 px on phones", async ({ browser }) => {
  for (const state of [undefined, customer]) {
    const page = await aPage(browser, state);
    await page.goto("/home");
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
    expect(await tooSmall(page)).toEqual([]);
    await page.context().close();
  }
});

test("the menu's links are in Eczar, and its first one has the focus", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/about");
  const opener = page.getByRole("button", { name: "Open menu" });
  await opener.click();
  await expect(page.getByRole("navigation", { name: "Menu" }).getByRole("link").first()).toBeFocused();
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: ".menu a" });
  await expect
    .poll(async () =>
      (await session.send("CSS.getPlatformFontsForNode", { nodeId })).fonts.map((font) => font.familyName),
    )
    .toEqual(["Eczar"]);
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("nothing that the menu covers gets the focus", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/home");
    const opener = page.getByRole("button", { name: "Open menu" });
    await opener.focus();
    await page.keyboard.press("Enter");
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect(menu).toBeVisible();
    const stops = await menu.locator("a:visible, button:visible").count();
    for (let stop = 0; stop < stops + 2; stop++) {
      await page.keyboard.press("Tab");
      expect(await page.locator(":focus:not(#site-menu *)").count()).toBe(0);
    }
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
  });
});

test("a whole pincode fits into its field with a font of 32 px", async ({ launchOptions }) => {
  const browser = await withFont(launchOptions, 32);
  const page = await aPage(browser, undefined, { width: 390, height: 800 });
  await page.goto("/products/kaju-katli");
  const field = page.getByRole("main").getByLabel("Pincode");
  await field.fill("400028");
  expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);
  await browser.close();
});

test("a phone shows orders and sweets on its first screen, below the search and the filters", async ({ browser }) => {
  const shopper = await aPage(browser, undefined);
  await shopper.goto("/products");
  const card = shopper.getByRole("article").first();
  expect((await card.boundingBox())?.y).toBeLessThan(844 * 0.45);
  await shopper.context().close();
});

test("a printed page is dark on white in both themes, and has only its content", async ({ browser }) => {
  for (const [state, address] of [
    [customer, receipt],
    [customer, order],
    [customer, "/orders"],
    [undefined, "/faq"],
  ] as const) {
    const page = await aPage(browser, state, { width: 794, height: 1123 });
    await page.emulateMedia({ colorScheme: "dark", media: "print" });
    await page.goto(address);
    await expect(page.locator("html")).toHaveClass(/\bdark\b/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(0, 0, 0)");
    for (const hidden of [page.getByText("Skip to content"), page.getByRole("banner"), page.getByRole("contentinfo")])
      await expect(hidden).toBeHidden();
    await expect(page.getByRole("main").getByRole("button").filter({ visible: true })).toHaveCount(0);
    const pale = await page.evaluate(() => {
      const light = (color: string) => {
        const [r = 0, g = 0, b = 0] = color.match(/[\d.]+/g)?.map(Number) ?? [];
        return (r + g + b) / 3 > 128;
      };
      return [...document.querySelectorAll<HTMLElement>("main :is(h1, h2, p, td, th, dd, li, .logo, .badge)")]
        .filter((element) => element.checkVisibility() && light(getComputedStyle(element).color))
        .map((element) => element.outerHTML.slice(0, 120));
    });
    expect(pale, address).toEqual([]);
    // Answers are printed unfolded.
    if (address === "/faq")
      for (const answer of await page.locator("details > p").all())
        expect((await answer.boundingBox())?.height ?? 0).toBeGreaterThan(10);
    await page.context().close();
  }
});

test("a page has one main landmark, a page that is not found too", async ({ browser }) => {
  for (const [state, address] of [
    [customer, "/orders/999999/receipt"],
    [customer, "/orders"],
    [undefined, "/no-such-page"],
    [undefined, "/products/no-such-sweet"],
    [admin, "/admin/orders/999999"],
  ] as const) {
    const page = await aPage(browser, state);
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("main"), address).toHaveCount(1);
    await page.context().close();
  }
});

test("login and registration have descriptions of their own", async ({ page }) => {
  const descriptions = new Set<string | null>();
  for (const address of ["/home", "/login", "/register"]) {
    await page.goto(address);
    descriptions.add(await page.locator("meta[name=description]").getAttribute("content"));
  }
  expect(descriptions.size).toBe(3);
});

test("what unfolds has a marker", async ({ browser }) => {
  const context = await browser.newContext({ baseURL, ...withoutScripts, storageState: customer });
  const page = await context.newPage();
  for (const address of ["/orders", "/faq"]) {
    await page.goto(address);
    const summaries = page.locator("summary");
    expect(await summaries.count()).toBeGreaterThan(0);
    for (const summary of await summaries.all()) {
      const hasMark = await summary.evaluate(
        (element) =>
          element.querySelector("svg") !== null || parseFloat(getComputedStyle(element, "::before").width) > 4,
      );
      expect(hasMark, `${address}: ${await summary.textContent()}`).toBe(true);
    }
  }
  await context.close();
});
