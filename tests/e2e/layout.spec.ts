// What every page must do at every size and in both themes: fit the window, show its navigation, have targets large enough for touch,
// and have nothing for axe to find. Slow: it opens every page of the shop twice, with small and with large letters.
import { type Browser, expect, type Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible";
import { cartLink, test } from "../support/shopper";
import { aPage, signedInPeople, tooSmall, type Who, withFont } from "./layout-people";
import { pages } from "./pages";

// The tests of this file are shared among the workers.
test.describe.configure({ mode: "parallel" });

let made: Awaited<ReturnType<typeof signedInPeople>>;
test.beforeAll(async ({ browser }) => {
  made = await signedInPeople(browser);
});

const everybody: Who[] = ["visitor", "customer", "admin"];

/** A page of this person, and the addresses that this person opens. */
async function visit(browser: Browser, who: Who) {
  const page = await aPage(browser, who === "visitor" ? undefined : made[who]);
  return { page, addresses: [...pages[who], ...made.own[who]] };
}

/** Nothing makes the page wider than the window. */
async function expectFits(page: Page, width: number, where: string) {
  await page.setViewportSize({ width, height: 900 });
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

async function open(page: Page, address: string, font: number) {
  const response = await page.goto(address);
  expect(response?.status(), address).toBe(address === "/no-such-page" ? 404 : 200);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  expect(await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(font);
}

for (const who of everybody)
  test(`every page of the ${who} fits phones, has targets for a fingertip, and nothing for axe to find`, async ({
    launchOptions,
  }) => {
    test.setTimeout(240_000);
    const browser = await withFont(launchOptions, 16);
    const { page, addresses } = await visit(browser, who);
    for (const address of addresses) {
      await open(page, address, 16);
      await expectAccessible(page);
      for (const width of [390, 360, 320]) {
        await expectFits(page, width, `${address} at ${width} px`);
        if (width === 390) expect(await tooSmall(page, who), address).toEqual([]);
        // The header is the same on all pages of a person.
        if (address === addresses[0]) await expectNavigation(page, who, `${address} at ${width} px`);
      }
    }
    await browser.close();
  });

for (const who of everybody)
  test(`every page of the ${who} fits with letters of 32 px, and the navigation is in reach`, async ({
    launchOptions,
  }) => {
    test.setTimeout(120_000);
    const browser = await withFont(launchOptions, 32);
    const { page, addresses } = await visit(browser, who);
    for (const address of addresses) {
      await open(page, address, 32);
      for (const width of [390, 1024, 1440]) {
        await expectFits(page, width, `${address} at ${width} px`);
        if (address === addresses[0]) await expectNavigation(page, who, `${address} at ${width} px`);
      }
    }
    await browser.close();
  });

// In rem, other pages are as wide as those of another size; the header has most in one line.
for (const [font, widths] of [
  [20, [390]],
  [24, [1024, 1440]],
] as const)
  test(`everybody's first pages fit with letters of ${font} px, and the navigation is in reach`, async ({
    launchOptions,
  }) => {
    const browser = await withFont(launchOptions, font);
    for (const who of everybody) {
      const { page, addresses } = await visit(browser, who);
      for (const address of addresses.slice(0, 2)) {
        await open(page, address, font);
        for (const width of widths) {
          await expectFits(page, width, `${address} at ${width} px`);
          if (address === addresses[0]) await expectNavigation(page, who, `${address} at ${width} px`);
        }
      }
    }
    await browser.close();
  });
