// nightly: opens every page of the shop twice, with small and with large letters; guards app/styles, app/theme.css, app/tokens.css, app/public.css, app/private.css, components/ui, components/layout
// Every page at every size and in both themes: what layout.spec.ts asks of a page of each kind.
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

// The tests of this file are shared among the workers.
test.describe.configure({ mode: "parallel" });
// Far more than all pages of one person take on a busy machine.
test.setTimeout(900_000);

let made: Awaited<ReturnType<typeof signedInPeople>>;
test.beforeAll(async ({ browser }) => {
  made = await signedInPeople(browser);
});

for (const who of everybody)
  test(`every page of the ${who} fits phones, has targets for a fingertip, and nothing for axe to find`, async ({
    launchOptions,
  }) => {
    const browser = await withFont(launchOptions, 16);
    const page = await aPage(browser, made.states[who]);
    for (const [i, address] of made.pagesOf(who).entries()) {
      await open(page, address, 16);
      await expectAccessible(page, true);
      for (const width of [390, 360, 320]) {
        await expectFits(page, width, `${address} at ${width} px`);
        if (width === 390) expect(await tooSmall(page, who), address).toEqual([]);
        // The header is the same on all pages of a person.
        if (i === 0) await expectNavigation(page, who, `${address} at ${width} px`);
      }
    }
    await browser.close();
  });

// In rem, other pages are as wide as those of another size; the header has most in one line.
for (const [font, widths, count] of [
  [32, [390, 1024, 1440], Number.POSITIVE_INFINITY],
  [20, [390], 2],
  [24, [1024, 1440], 2],
] as const)
  for (const who of everybody)
    test(`pages of the ${who} fit with letters of ${font} px, and the navigation is in reach`, async ({
      launchOptions,
    }) => {
      const browser = await withFont(launchOptions, font);
      const page = await aPage(browser, made.states[who]);
      for (const [i, address] of made.pagesOf(who).slice(0, count).entries()) {
        await open(page, address, font);
        for (const width of widths) {
          await expectFits(page, width, `${address} at ${width} px`);
          if (i === 0) await expectNavigation(page, who, `${address} at ${width} px`);
        }
      }
      await browser.close();
    });
