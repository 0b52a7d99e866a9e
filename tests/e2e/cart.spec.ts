// Slow: pages are left in the middle of a change, and several tabs follow one cart.
import { expectAccessible } from "../support/accessible";
import {
  addToCart,
  cartLink,
  db,
  expect,
  expireHolds,
  type Page,
  quantityOf,
  releaseHolds,
  reserve,
  shop,
  test,
} from "../support/shopper";

test("quantity, removal, gift wrap and message are stored, and the badge follows", async ({ page }) => {
  const [katli, laddoo] = [await shop.sweet({ price: 560 }), await shop.sweet({ price: 420.5 })];
  await reserve(page, katli, 2);
  await reserve(page, laddoo);
  await page.goto("/cart");
  const main = page.getByRole("main");
  const summary = main.getByRole("complementary", { name: "Order Summary" });
  await expect(summary.getByText("Calculated at checkout")).toBeVisible();
  await expect(summary.getByText("On delivery, cash or UPI")).toBeVisible();
  await expect(summary.getByText("₹1,540.50").last()).toBeVisible();
  await expect(main.getByRole("timer").first()).toHaveText(/^Held for 1[45]:\d\d$/);

  await main.getByRole("listitem").filter({ hasText: katli.name }).getByRole("button", { name: "Increase" }).click();
  await expect(summary.getByText("Subtotal (4 items)")).toBeVisible();
  await expect(cartLink(page)).toHaveAccessibleName("Cart, 4 items");
  await main.getByRole("checkbox", { name: /Add gift wrap/ }).check();
  const message = "Happy anniversary,\nAai and Baba!";
  await main.getByLabel("Personal message").fill(message);
  await expect.poll(() => quantityOf(katli)).toBe(17);
  await expect
    .poll(async () => (await db`select 1 from carts where personal_message = ${message}`).length)
    .toBeGreaterThan(0);
  await page.reload();
  await expect(main.getByLabel("Personal message")).toHaveValue(message);
  await expect(main.getByRole("checkbox", { name: /Add gift wrap/ })).toBeChecked();
  await expect(summary.getByText("₹2,150.50")).toBeVisible();

  await main.getByRole("button", { name: `Remove ${laddoo.name}` }).click();
  await expect(main.getByText(laddoo.name)).toHaveCount(0);
  await expect.poll(() => quantityOf(laddoo)).toBe(20);
  await main.getByRole("button", { name: "Clear cart" }).click();
  await expect(main.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await expect(cartLink(page)).toHaveAccessibleName("Cart");
  expect(await quantityOf(katli)).toBe(20);
});

test("a quantity is typed in the digits of an Indian keyboard", async ({ page }) => {
  await reserve(page, await shop.sweet({ quantity: 20 }));
  await page.goto("/cart");
  const quantity = page.getByRole("main").getByRole("spinbutton");
  await quantity.selectText();
  await page.keyboard.type("१२");
  await expect(quantity).toHaveValue("12");
  await expect(cartLink(page)).toHaveAccessibleName("Cart, 12 items");
});

test("the drawer shows the same cart, and a second tab follows", async ({ page, context }) => {
  const sweet = await shop.sweet();
  await reserve(page, sweet, 2);
  await page.goto("/home");
  const second = await context.newPage();
  await second.goto("/cart");
  await page.getByRole("banner").getByRole("button", { name: "Quick view of cart" }).click();
  const drawer = page.getByRole("dialog", { name: "Your Cart" });
  await expect(drawer.getByRole("spinbutton")).toBeFocused();
  await drawer.getByRole("button", { name: "Increase" }).click();
  await expect(drawer.getByRole("spinbutton")).toHaveValue("3");
  await expect(second.getByRole("spinbutton", { name: `Quantity of ${sweet.name}` })).toHaveValue("3");
  await expect(cartLink(second)).toHaveAccessibleName("Cart, 3 items");
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await cartLink(page).click({ modifiers: ["Shift"] });
  await expect(drawer).toBeVisible();
  const toCart = drawer.getByRole("link", { name: "View Cart" });
  const opening = context.waitForEvent("page");
  await toCart.click({ button: "middle" });
  await (await opening).close();
  await expect(drawer).toBeVisible();
  // A click that has not been sent yet arrives all the same.
  await drawer.getByRole("button", { name: "Increase" }).click();
  await toCart.click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("main").getByRole("spinbutton")).toHaveValue("4");
  await expect.poll(() => quantityOf(sweet)).toBe(16);
  // What another tab adds is seen here too.
  await addToCart(second, await shop.sweet());
  await expect(page.getByRole("main").getByRole("spinbutton")).toHaveCount(2);
});

test("an expired hold is taken again as far as units are left; more than that, and what is gone, is said at its line", async ({
  page,
}) => {
  const [sweet, gone] = [await shop.sweet({ quantity: 4 }), await shop.sweet()];
  await reserve(page, sweet, 3);
  await reserve(page, gone);
  await expireHolds(sweet);
  await shop.asAdmin("DELETE", `/sweets/${gone.id}`);
  await page.goto("/cart");
  const line = page.getByRole("main").getByRole("listitem").filter({ hasText: sweet.name });
  await expect(line.getByText("Hold expired")).toBeVisible();
  await line.getByRole("button", { name: "Hold again" }).click();
  await expect(line.getByRole("timer")).toBeVisible();
  // Somebody else buys the last one, which this page does not know.
  await shop.asAdmin("POST", `/sweets/${sweet.id}/purchase`, { quantity: 1 });
  await line.getByRole("button", { name: "Increase" }).click();
  await expect(line.getByRole("alert")).toHaveText("Only 0 items available in stock.");
  await expect(line.getByRole("spinbutton")).toHaveValue("3");

  await releaseHolds(sweet);
  await shop.edit(sweet.id, { quantity: 2 });
  await page.reload();
  await expect(line.getByText("Only 2 items available in stock.")).toBeVisible();
  await expect(page.getByText("No longer available")).toBeVisible();
  await expectAccessible(page);
  await line.getByRole("button", { name: "Take 2" }).click();
  await expect(line.getByRole("spinbutton")).toHaveValue("2");
  await expect(line.getByRole("timer")).toBeVisible();
});

test.describe("a change that the page goes away after at once", () => {
  test.use({ ownContext: true });
  /** What is sent when a page goes away is nobody's to wait for: on a busy machine it may take its time. */
  const inTime = { timeout: 15_000 };
  /**
   * As a person closes a tab: the page gets the events of leaving. Chromium ends a page half a second later, handled or not, so that on a
   * busy machine a change may be lost with it.
   */
  const closeTab = async (page: Page) => {
    const closed = page.waitForEvent("close");
    await page.close({ runBeforeUnload: true });
    await closed;
  };
  /** As a phone puts a page into the background: the page only learns that it is hidden. */
  const hide = (page: Page) =>
    page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
  const messageOf = async (sweet: { id: number }) =>
    (
      await db`select c.personal_message from carts c join cart_lines l on l.cart_id = c.id where l.sweet_id = ${sweet.id}`
    )[0]?.personal_message as string;

  test("is shown and stored after a reload", async ({ page }) => {
    const sweet = await shop.sweet();
    await reserve(page, sweet, 2);
    await page.goto("/cart");
    const main = page.getByRole("main");
    await main.getByRole("button", { name: "Increase" }).click();
    await main.getByLabel("Personal message").fill("For Aai");
    await page.reload();
    await expect(main.getByRole("spinbutton")).toHaveValue("3");
    await expect(main.getByLabel("Personal message")).toHaveValue("For Aai");
    await expect.poll(() => quantityOf(sweet), inTime).toBe(17);
    await expect.poll(() => messageOf(sweet), inTime).toBe("For Aai");
    await main.getByRole("button", { name: `Remove ${sweet.name}` }).click();
    await page.reload();
    await expect(main.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
    await expect.poll(() => quantityOf(sweet), inTime).toBe(20);
  });

  test("is stored when the tab is closed, and when a phone ends it in the background", async ({ page, context }) => {
    const sweet = await shop.sweet();
    await reserve(page, sweet, 2);
    // Tried again, since Chromium may have ended a busy page before its last request has left.
    await expect(async () => {
      const onPage = await context.newPage();
      await onPage.goto("/cart");
      await onPage.getByRole("main").getByRole("spinbutton").fill("3");
      await onPage.getByLabel("Personal message").fill("For Baba");
      await closeTab(onPage);
      await expect.poll(() => quantityOf(sweet)).toBe(17);
      await expect.poll(() => messageOf(sweet)).toBe("For Baba");
    }).toPass({ timeout: 30_000 });

    await expect(async () => {
      const inDrawer = await context.newPage();
      await inDrawer.goto("/home");
      await inDrawer.getByRole("banner").getByRole("button", { name: "Quick view of cart" }).click();
      await inDrawer.getByRole("dialog", { name: "Your Cart" }).getByRole("spinbutton").fill("2");
      await hide(inDrawer);
      await inDrawer.close();
      await expect.poll(() => quantityOf(sweet)).toBe(18);
    }).toPass({ timeout: 30_000 });
    expect(await messageOf(sweet)).toBe("For Baba");
  });

  test("replaces an earlier one that the server has not answered yet", async ({ page, context }) => {
    const sweet = await shop.sweet();
    await reserve(page, sweet, 2);
    const tab = await context.newPage();
    await tab.goto("/cart");
    const quantity = tab.getByRole("main").getByRole("spinbutton");
    await db.begin(async (tx) => {
      const [locked] = await tx`
        select pg_backend_pid() as pid from carts
        where id in (select cart_id from cart_lines where sweet_id = ${sweet.id}) for update`;
      /** The changes that wait for this cart, which each does for five seconds at most: the first for us, the next for the first. */
      const waiting = async () =>
        (
          await db`
            with recursive waiting as (
              select pid from pg_stat_activity where ${locked?.pid}::int = any(pg_blocking_pids(pid))
              union
              select a.pid from pg_stat_activity a join waiting w on w.pid = any(pg_blocking_pids(a.pid)))
            select pid from waiting`
        ).length;
      const often = { intervals: [50] };
      await quantity.fill("5");
      await expect.poll(waiting, often).toBe(1);
      await quantity.fill("4");
      await hide(tab);
      await expect.poll(waiting, often).toBe(2);
      await tab.close();
    });
    await expect.poll(() => quantityOf(sweet), inTime).toBe(16);
  });
});
