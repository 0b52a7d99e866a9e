// nightly: starts a browser for each size of letters; guards app/styles, app/public.css, app/private.css, app/fonts.ts, components/layout, components/ui/dialog.tsx
// The menu and dialogs on small windows, printed pages, and what every page has beside its layout.
import { cartLink, expect, test } from "../support/shopper";
import { aPage, type State, signedInPeople, tooSmall, withFont } from "./layout-people";

let customer: State;
let order: string;
let receipt: string;
test.beforeAll(async ({ browser }) => {
  const made = await signedInPeople(browser);
  ({ order, receipt } = made);
  customer = made.states.customer;
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
      within.getByRole(role, { name, exact: true }).first().click({ trial: true });

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
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Increase/ })
      .first()
      .click({ trial: true });
    await pressable("button", "Close");
    await pressable("link", "View Cart");
    await page.keyboard.press("Escape");

    await page.goto(order);
    await page.getByRole("button", { name: "Cancel order" }).click();
    for (const name of ["Keep order", "Cancel order"]) await pressable("button", name, page.getByRole("alertdialog"));
    await browser.close();
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

test("login and registration have descriptions of their own", async ({ request }) => {
  const descriptions = new Set<string | undefined>();
  for (const address of ["/home", "/login", "/register"]) {
    const html = await (await request.get(address)).text();
    descriptions.add(/<meta name="description" content="([^"]+)"/.exec(html)?.[1]);
  }
  expect(descriptions.has(undefined)).toBe(false);
  expect(descriptions.size).toBe(3);
});

test("what unfolds has a marker", async ({ page }) => {
  await page.goto("/faq");
  const summaries = page.locator("summary");
  expect(await summaries.count()).toBeGreaterThan(0);
  for (const summary of await summaries.all()) {
    const hasMark = await summary.evaluate(
      (element) => element.querySelector("svg") !== null || parseFloat(getComputedStyle(element, "::before").width) > 4,
    );
    expect(hasMark, (await summary.textContent()) ?? "").toBe(true);
  }
});
