// nightly: compares what every element looks like, however its page is reached; guards app/public.css, app/private.css, app/styles, app/theme.css, app/tokens.css
// The two style sheets (app/public.css): both stay in the document of somebody who goes from public to private pages and back.
import type { Page } from "@playwright/test";
import { expect, isMarked, mark, test } from "../support/shopper";

/** What every element looks like, in the order of the document. */
const looks = async (page: Page) => {
  // Without what depends on where the mouse and the focus are.
  await page.mouse.move(0, 0);
  return page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    // Nor on what has come near the window.
    for (const element of document.querySelectorAll<HTMLElement>("body *")) element.style.contentVisibility = "visible";
    await document.fonts.ready;
    const names =
      "display position inset width height margin padding gap grid-template-columns font color background border".split(
        " ",
      );
    return [...document.querySelectorAll("body [class]")].map((element) => {
      const style = getComputedStyle(element);
      const values = names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
      return { element: `${element.tagName} ${element.getAttribute("class")}`, values };
    });
  });
};

type Looks = Awaited<ReturnType<typeof looks>>;

/** The elements that look otherwise than on the page loaded afresh, with those values. */
const differences = (crossed: Looks, fresh: Looks) => {
  if (`${crossed.map(({ element }) => element)}` !== `${fresh.map(({ element }) => element)}`)
    return ["other elements"];
  return crossed.flatMap(({ element, values }, i) => {
    const other = values.filter((value, at) => value !== fresh[i]?.values[at]);
    return other.length ? [`${element}: ${other}`] : [];
  });
};

const sheets = (page: Page) => page.locator("head link[rel=stylesheet]");

/** Puts the style sheets into the opposite order, as if the private one had been there first. */
const reverseSheets = (page: Page) =>
  page.evaluate(async () => {
    const links = [...document.querySelectorAll<HTMLLinkElement>("head link[rel=stylesheet]")];
    for (const link of links.reverse())
      await new Promise((loaded) => {
        link.addEventListener("load", loaded, { once: true });
        document.head.append(link);
      });
  });

/** Goes to each page by a link of the header, and compares it there with the same address loaded afresh, in either order of the sheets. */
async function cross(page: Page, from: string, ways: readonly (readonly [link: string | RegExp, address: RegExp])[]) {
  await page.goto(from);
  await mark(page);
  for (const [name, address] of ways) {
    await page.getByRole("banner").getByRole("link", { name }).first().click();
    await expect(page).toHaveURL(address);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    const fresh = await page.context().newPage();
    await fresh.setViewportSize(page.viewportSize() ?? { width: 1280, height: 720 });
    await fresh.goto(page.url());
    for (const order of ["as loaded", "reversed"]) {
      // What is live comes a moment after the page.
      await expect
        .poll(async () => differences(await looks(page), await looks(fresh)), `${address} with its sheets ${order}`)
        .toEqual([]);
      await reverseSheets(page);
    }
    await fresh.close();
  }
  await expect(sheets(page)).not.toHaveCount(1);
  expect(await isMarked(page), "no document was loaded meanwhile").toBe(true);
}

test("a visitor's pages look the same however they are reached", async ({ page }) => {
  await cross(page, "/products", [
    [/^Cart/, /\/cart$/],
    ["Mithaas, home", /\/home$/],
    ["Login", /\/login/],
  ]);
});

test("so do the owner's", async ({ owner }) => {
  await cross(owner, "/home", [
    ["Admin", /\/admin$/],
    ["Mithaas, home", /\/home$/],
  ]);
});

test("a public page has the public style sheet alone", async ({ page }) => {
  for (const address of ["/home", "/faq", "/offline"]) {
    await page.goto(address);
    await expect(sheets(page), address).toHaveCount(1);
    await expect(page.locator("link[rel=preload][as=style]"), address).toHaveCount(0);
  }
});
