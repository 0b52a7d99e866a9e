// People in front of the shop's pages, in browsers with letters of another size, and what is looked for there: for the tests of layout.
import { type Browser, chromium, type LaunchOptions } from "@playwright/test";
import { trackingToken } from "@/lib/messages/links";
import {
  admin,
  aFestival,
  aResetLink,
  cartLink,
  delivery,
  expect,
  type Page,
  reserve,
  shop,
  signIn,
} from "../support/shopper";
import { everyPage, type Who } from "./pages";

const baseURL = process.env.TEST_BASE_URL;

export type State = Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;
export const everybody: Who[] = ["visitor", "customer", "admin"];

/** A customer with a filled cart and orders, and the admin, both signed in; with all pages of each, those of one sweet or one order included. */
export async function signedInPeople(browser: Browser) {
  const page = await browser.newPage({ baseURL });
  const [person, tray, other] = [await shop.customer(), await shop.tray(40), await shop.sweet()];
  const lines = [{ productId: tray.id, packId: tray.pack("250 g"), quantity: 2 }];
  const more = { giftWrap: true, personalMessage: "Happy anniversary", delivery };
  const [placed, completed] = [await shop.order(person, lines, more), await shop.order(person, lines, more)];
  await shop.setStatus(completed.id, "Completed");
  await signIn(page, person);
  await reserve(page, other);
  await reserve(page, tray, 1, tray.pack("1 kg"));
  const customer = await page.context().storageState();
  await page.context().clearCookies();
  await signIn(page, admin);
  const owner = await page.context().storageState();
  await page.close();

  const order = `/orders/${placed.id}`;
  const receipt = `${order}/receipt`;
  const invoice = `/orders/${completed.id}/invoice`;
  const own: Record<Who, string[]> = {
    visitor: [
      `/products/${tray.slug}?pack=${tray.pack("1 kg")}`,
      await aResetLink(await shop.customer()),
      (await aFestival([tray], 2)).path,
      `/track/${trackingToken(placed.id)}`,
    ],
    customer: [order, receipt, invoice],
    admin: [
      `/admin${order}`,
      `/admin${invoice}`,
      `/admin${order}/slip`,
      `/admin${order}/receipt`,
      `/admin/orders/slips?ids=${placed.id}`,
      `/admin/sweets/${tray.id}`,
      `/admin?tab=products&edit=${tray.id}`,
    ],
  };
  const pagesOf = (who: Who) => [...everyPage[who], ...own[who]];
  return { states: { visitor: undefined, customer, admin: owner }, order, receipt, sweet: tray, pagesOf };
}

/**
 * A browser with another default font size. Breakpoints in rem follow it, which the page's own styles cannot imitate. Pictures keep their
 * room and are not loaded, which takes the time of all these pages.
 */
export const withFont = ({ args = [], ...options }: LaunchOptions, font: number) =>
  chromium.launch({ ...options, args: [...args, `--blink-settings=defaultFontSize=${font},imagesEnabled=false`] });

export async function aPage(browser: Browser, storageState?: State, viewport = { width: 390, height: 844 }) {
  const context = await browser.newContext({ baseURL, storageState, viewport, reducedMotion: "reduce" });
  return context.newPage();
}

/** Opens a page whose letters have the size of the browser's. */
export async function open(page: Page, address: string, font: number) {
  const response = await page.goto(address);
  expect(response?.status(), address).toBe(/999999|no-such/.test(address) && !/search=/.test(address) ? 404 : 200);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  expect(await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(font);
}

/** Nothing makes the page wider than the window. */
export async function expectFits(page: Page, width: number, where: string) {
  await page.setViewportSize({ width, height: 900 });
  // The layout follows a new width after a moment.
  await expect
    .poll(() => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]), where)
    .toEqual([width, width]);
}

/** The links to home and cart, and either the whole navigation or the button that opens it, are in the window. */
export async function expectNavigation(page: Page, who: Who, where: string) {
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

/** Targets under 44 px. Links inside a text are exempt, as in WCAG. Of the owner's screens, buttons and links are checked by their height. */
export const tooSmall = (page: Page, who: Who = "visitor") =>
  page.evaluate((isAdmin) => {
    const found: string[] = [];
    const targets = isAdmin
      ? "#main :is(a[href], button, select, summary, label:has(input[type=checkbox]))"
      : "a[href], button, input, select, textarea, summary";
    for (const element of document.querySelectorAll<HTMLElement>(targets)) {
      if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
      if (element.tabIndex < 0 || element.closest(".sr-only, .skip-link, nav[aria-label=Breadcrumb]")) continue;
      const isTick = element.matches("[type=checkbox], [type=radio]");
      const { width, height } = ((isTick && element.closest("label")) || element).getBoundingClientRect();
      const isInText =
        getComputedStyle(element).display === "inline" &&
        (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);
      if (width > 0 && !isInText && ((width < 43.5 && !isAdmin) || height < 43.5))
        found.push(`${element.tagName} ${element.ariaLabel ?? element.innerText} ${width} x ${height}`);
    }
    return found;
  }, who === "admin");
