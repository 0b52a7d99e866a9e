// nightly: reloads pages while answers are held back, and gives each link the focus; guards app/styles/buy-bar.css, components/catalogue, components/delivery
// What must neither move nor be covered on a list and on a sweet's page.
import { expect, holdBack, shop, test } from "../support/shopper";
import { bar, details, phone, pincode, sizes } from "./product-page";

test.use({ viewport: phone });

test("the bar covers neither what has the focus nor the end of the page", async ({ page }) => {
  const tray = await shop.tray(9);
  await page.goto(`/products/${tray.slug}`);
  const links = page.locator("main ~ footer a, main section a");
  for (const link of await links.all()) {
    await link.focus();
    if (!(await bar(page).isVisible())) continue;
    const [top, bottom] = [(await bar(page).boundingBox())?.y ?? 0, await link.boundingBox()];
    expect((bottom?.y ?? 0) + (bottom?.height ?? 0)).toBeLessThanOrEqual(top);
  }
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const last = await page.getByRole("contentinfo").getByText("All rights reserved").boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan((await bar(page).boundingBox())?.y ?? 0);
});

test("wide screens, printed pages and sold-out sweets have no bar", async ({ page }) => {
  const [tray, none] = [await shop.tray(9), await shop.sweet({ quantity: 0 })];
  await page.goto(`/products/${none.slug}`);
  await expect(page.getByRole("button", { name: "Out of Stock" }).first()).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await page.goto(`/products/${tray.slug}`);
  await details(page).scrollIntoViewIfNeeded();
  await expect(bar(page)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(bar(page)).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(bar(page)).toBeHidden();
});

for (const size of sizes)
  test(`nothing moves at ${size.width} px when the answer for a remembered pincode arrives, and no room is kept without one`, async ({
    page,
  }) => {
    await page.setViewportSize({ ...size, height: 1600 });
    const tray = await shop.tray(9);
    const below = page.getByRole("main").getByRole("term").first();
    const status = page.getByRole("region", { name: "Delivery" }).getByRole("status");
    await page.goto(`/products/${tray.slug}`);
    await expect(status).toContainText("See when this sweet can be with you");
    expect((await status.boundingBox())?.height).toBeLessThan(60);
    await pincode(page).fill("400028");
    await expect(status).toContainText("To 400028 (Mumbai)");
    const answer = await holdBack(page, "**/api/delivery?*");
    await page.reload();
    await expect(status).toContainText("Loading...");
    const before = await below.boundingBox();
    answer();
    await expect(status).toContainText("To 400028 (Mumbai)");
    expect(await below.boundingBox()).toEqual(before);
  });

test("nothing moves when the days arrive", async ({ page }) => {
  type Shifts = { shift: number };
  const choice = page.getByRole("main").getByRole("combobox", { name: "For which day?" });
  const twoFrames = () =>
    page.evaluate(() => new Promise<unknown>((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  for (const size of sizes)
    for (const path of ["/products", "/products/kaju-katli"]) {
      await page.setViewportSize({ ...size, height: 844 });
      const arrive = await holdBack(page, "**/api/stock/days?*");
      await page.goto(path);
      // From here on, because a browser may paint a page of which it has read a part.
      await twoFrames();
      await page.evaluate(() => {
        (window as never as Shifts).shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            (window as never as Shifts).shift += (entry as never as { value: number }).value;
        }).observe({ type: "layout-shift" });
      });
      await expect(choice).toHaveCount(0);
      arrive();
      await expect(choice).toBeVisible();
      await twoFrames();
      const { shift } = await page.evaluate(() => ({ shift: (window as never as Shifts).shift }));
      // Only words change: the button of a sweet that is sold out today names its first day.
      expect(shift, `${path} at ${size.width} px`).toBeLessThan(0.001);
      await page.unrouteAll({ behavior: "wait" });
    }
});
