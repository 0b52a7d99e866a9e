// What pages must do at every size and in both themes: fit the window, show their navigation, have targets large enough for touch, and have
// nothing for axe to find. Here a page of each kind, once; every page at every size: layout-every-page.spec.ts.
import { expectAccessible } from "../support/accessible";
import { expect, test } from "../support/shopper";
import {
  aPage,
  everybody,
  expectFits,
  expectNavigation,
  open,
  signedInPeople,
  tooSmall,
  withFont,
} from "./layout-people";

// A page for each way in which pages are laid out: cards, a sweet, a form, lines, fields and windows, tables, a grid, an owner's fields.
const kinds = {
  visitor: ["/products", "/products/kaju-katli", "/contact"],
  customer: ["/cart", "/checkout"],
  admin: ["/admin?tab=orders", "/admin?tab=plans", "/admin?tab=settings"],
} as const;

let made: Awaited<ReturnType<typeof signedInPeople>>;
test.beforeAll(async ({ browser }) => {
  made = await signedInPeople(browser);
});

test("a page of each kind fits a phone with letters of 32 px, and the navigation is in reach", async ({
  launchOptions,
}) => {
  const browser = await withFont(launchOptions, 32);
  for (const who of everybody) {
    const page = await aPage(browser, made.states[who]);
    for (const address of kinds[who]) {
      await open(page, address, 32);
      await expectFits(page, 390, `${address} at 390 px`);
      if (address === kinds[who][0]) await expectNavigation(page, who, address);
    }
  }
  await browser.close();
});

for (const who of everybody)
  test(`a page of the ${who} fits phones, has targets for a fingertip, and nothing for axe to find`, async ({
    browser,
  }) => {
    const address = { visitor: "/products/kaju-katli", customer: "/cart", admin: "/admin?tab=orders" }[who];
    const page = await aPage(browser, made.states[who]);
    await open(page, address, 16);
    await expectAccessible(page, true);
    expect(await tooSmall(page, who), address).toEqual([]);
    await expectFits(page, 320, `${address} at 320 px`);
    await expectNavigation(page, who, `${address} at 320 px`);
    await page.context().close();
  });
