// nightly: changes the address of every screen once; guards app/layout.tsx, app/admin/guard.ts, app/admin/layout.tsx, next.config.ts, patches, package-lock.json
// A document has a title at every moment, also while a screen is replaced. That each has one of its own: tests/api/admin-pages.test.ts and
// storefront.test.ts.
import type { Page } from "@playwright/test";
import { expect, isMarked, mark, test } from "../support/shopper";

/** Notes from now on, also in pages that are loaded later, each moment at which the document has no title. */
async function watchTitles(page: Page) {
  const untitled: string[] = [];
  await page.exposeFunction("noteUntitled", (url: string) => untitled.push(url));
  await page.addInitScript(() => {
    const { noteUntitled } = window as unknown as { noteUntitled: (url: string) => void };
    document.addEventListener("DOMContentLoaded", () => {
      // Called after each commit of React, before the browser paints.
      new MutationObserver(() => {
        if (document.title === "") noteUntitled(location.href);
      }).observe(document, { childList: true, characterData: true, subtree: true });
    });
  });
  return untitled;
}

/** Does something that changes the address without loading a document. */
async function changesTo(page: Page, address: RegExp, change: () => Promise<unknown>) {
  await mark(page);
  await change();
  await expect(page).toHaveURL(address);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  expect(await isMarked(page), `${address} without loading a document`).toBe(true);
}

test("the admin's screens have a title at every moment of a change of the address", async ({ owner }) => {
  const untitled = await watchTitles(owner);
  const go = (address: RegExp, change: () => Promise<unknown>) => changesTo(owner, address, change);
  const tab = (name: string) =>
    go(new RegExp(`tab=${name.toLowerCase()}$`), () => owner.getByRole("tab", { name }).click());

  await owner.goto("/admin");
  await tab("Products");
  await go(/search=katli/, () => owner.getByLabel("Search sweets").fill("katli"));
  await go(/sort=/, () => owner.getByLabel("Sort", { exact: true }).selectOption({ index: 2 }));
  await tab("Orders");
  await go(/status=Pending/, () => owner.getByRole("button", { name: "Pending", exact: true }).click());
  await go(/from=2024-01-01/, async () => {
    await owner.getByLabel("From", { exact: true }).fill("2024-01-01");
    await owner.getByRole("button", { name: "Apply" }).click();
  });
  await go(/\/admin/, () => owner.goBack());
  await tab("Kitchen");
  await go(/date=/, () => owner.getByRole("link", { name: /next day/ }).click());
  await tab("Reports");
  await go(/days=7/, () => owner.getByRole("button", { name: "7d", exact: true }).click());
  await tab("Settings");
  await go(/section=/, () => owner.getByRole("link", { name: "Delivery" }).first().click());
  await owner.goto("/admin/messages");
  await go(/show=sent/, () => owner.getByRole("link", { name: "Sent", exact: true }).click());
  expect(untitled).toEqual([]);
});

test("the shop's screens have a title at every moment of a change of the address", async ({ page }) => {
  const untitled = await watchTitles(page);
  const go = (address: RegExp, change: () => Promise<unknown>) => changesTo(page, address, change);
  await page.goto("/products");
  await go(/page=2/, () => page.getByRole("link", { name: "Next" }).click());
  await go(/search=barfi/, () => page.getByRole("searchbox", { name: "Search sweets" }).fill("barfi"));
  await go(/sort=/, () => page.getByLabel("Sort by").selectOption("price:asc"));
  await go(/products\/./, () => page.getByRole("article").getByRole("link").first().click());
  for (const [name, address] of [
    ["Home", /home$/],
    ["Cart", /cart$/],
    ["Login", /login/],
    ["Sign Up", /register/],
  ] as const)
    await go(address, () =>
      page
        .getByRole("banner")
        .getByRole("link", { name, exact: name !== "Cart" })
        .first()
        .click(),
    );
  expect(untitled).toEqual([]);
});
