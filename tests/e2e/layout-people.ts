// People in front of the shop's pages, in browsers with letters of another size, for the tests of layout.
import { type Browser, chromium, type LaunchOptions, type Page } from "@playwright/test";
import { trackingToken } from "@/lib/messages/links";
import { aCustomer, aFestival, aResetLink, aSweet, asAdmin, post, reserve, signIn } from "../support/shopper";
import { aTray } from "../support/trays";
import type { pages } from "./pages";

const baseURL = process.env.TEST_BASE_URL;

export type State = Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;
export type Who = keyof typeof pages;

/** A customer with a filled cart and an order, and the admin, both signed in; with the pages of one sweet or one order, beside those of pages.ts. */
export async function signedInPeople(browser: Browser) {
  const page = await browser.newPage({ baseURL });
  const person = await aCustomer();
  const tray = await aTray(40);
  await signIn(page, person, "/faq");
  const body = {
    items: [{ productId: tray.id, packId: tray.pack("250 g"), quantity: 2 }],
    giftWrap: true,
    personalMessage: "Happy anniversary",
    delivery: { recipientName: "Asha", deliveryAddress: "14 Shivaji Park Road", phoneNumber: "98200 12345" },
  };
  const [placed, completed] = [await post(page, "/orders", body), await post(page, "/orders", body)];
  await asAdmin("PUT", `/admin/orders/${completed.id}/status`, { status: "Completed" });
  const invoice = `/orders/${completed.id}/invoice`;
  const order = `/orders/${placed.id}`;
  const receipt = `${order}/receipt`;
  await reserve(page, await aSweet());
  await post(page, "/cart/reserve", { productId: tray.id, packId: tray.pack("1 kg"), quantity: 1 });
  const customer = await page.context().storageState();
  await page.context().clearCookies();
  const { TEST_ADMIN_EMAIL: email = "", TEST_ADMIN_PASSWORD: password = "" } = process.env;
  await signIn(page, { name: "", email, password }, "/faq");
  const admin = await page.context().storageState();
  await page.close();

  const own: Record<Who, string[]> = {
    visitor: [
      `/products/${tray.slug}?pack=${tray.pack("1 kg")}`,
      await aResetLink(await aCustomer()),
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
      `/admin/orders/cancel?ids=${placed.id}`,
      `/admin?tab=products&search=${encodeURIComponent(tray.name)}&adjust=${tray.id}`,
      `/admin/sweets/${tray.id}`,
      `/admin/sweets/${tray.id}/edit`,
      `/admin/sweets/${tray.id}/delete`,
    ],
  };
  return { customer, admin, order, receipt, own };
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
