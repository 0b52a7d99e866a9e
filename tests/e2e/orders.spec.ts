// A customer's orders in the browser. What is asked and announced while the page is open: tests/components/orders-refresh.test.tsx; who may
// see an order: tests/api/account-pages.test.ts.
import { endSessions, expect, keepsCookies, type Page, quantityOf, shop, signIn, test } from "../support/shopper";

/** A customer on /orders with one new order of a new sweet, as the checkout leads there (tests/e2e/checkout.spec.ts). */
async function withOrder(page: Page, quantity: number) {
  const person = await shop.customer();
  const sweet = await shop.sweet({ quantity: 10, price: 300 });
  const { id } = await shop.order(person, [{ productId: sweet.id, quantity }], {
    personalMessage: "Happy anniversary",
  });
  await signIn(page, person, `/orders?placed=${id}`);
  await page.waitForURL(/\/orders$/);
  return { person, sweet, id, order: page.getByRole("article", { name: `Order #${id}` }) };
}

test.describe("an order", () => {
  // The browser reports what is refused after the end of the session.
  test.use({ allowed: /401/ });

  test("shows all of itself, follows its status, has a summary to print, and leads to the login when the session has ended", async ({
    page,
  }) => {
    await page.clock.install();
    const { person, sweet, id, order } = await withOrder(page, 2);
    for (const text of [
      "Thank you for your order!",
      `${sweet.name} × 2`,
      "₹600",
      "Sunita Deshmukh",
      "14 Shivaji Park Road",
      "98200 12345",
      "Happy anniversary",
    ])
      await expect(order).toContainText(text);
    const history = order.getByRole("list", { name: "Status history" }).getByRole("listitem");
    await expect(history).toHaveCount(1);

    await shop.setStatus(id, "Shipped");
    await page.clock.fastForward(5_000);
    await expect(page.getByRole("status").filter({ hasText: `Order #${id} is now Shipped.` })).toBeAttached();
    await expect(order.getByRole("list", { name: "Order progress" }).locator("[aria-current=step]")).toHaveText(
      "Shipped",
    );
    await expect(history).toHaveCount(2);
    // The refresh left the new order marked, although the address no longer names it.
    await expect(order).toContainText("Thank you for your order!");
    await expect(page).toHaveURL(/\/orders$/);
    await expect(order.getByRole("button", { name: "Cancel order" })).toHaveCount(0);

    await order.getByRole("link", { name: "Order summary" }).click();
    await expect(page.getByRole("heading", { name: `Order summary for order #${id}` })).toBeVisible();
    await expect(page.getByRole("row", { name: new RegExp(sweet.name) })).toContainText("₹600");
    await page.setViewportSize({ width: 360, height: 800 });
    const table = await page.getByRole("table").boundingBox();
    const paper = await page.getByRole("main").getByRole("article").boundingBox();
    expect(table?.x).toBeGreaterThanOrEqual(paper?.x ?? 0);
    expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual((paper?.x ?? 0) + (paper?.width ?? 0));

    await page.goBack();
    await endSessions(person);
    await order.getByRole("button", { name: "Order again" }).click();
    await expect(page).toHaveURL("/login?next=%2Forders");
  });
});

test.describe("on a phone", () => {
  test.use({ ownContext: true, viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a line of an order is no higher than its text: the quantity follows the name, which a finger can hit", async ({
    page,
  }) => {
    const person = await shop.customer();
    const sweet = await shop.sweet({ name: `Mixed Dry Fruit and Saffron Box, ${person.name}` });
    await shop.order(person, [{ productId: sweet.id, quantity: 2 }]);
    await signIn(page, person, "/orders");
    const link = page.getByRole("main").getByRole("link", { name: sweet.name });
    const [end, quantity] = await link.evaluate((element) => {
      const last = [...element.getClientRects()].at(-1);
      const next = element.nextElementSibling?.getBoundingClientRect();
      return [last, next].map((box) => (box ? (box.top + box.bottom) / 2 : 0));
    });
    expect(quantity).toBeCloseTo(end ?? 0, 0);
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });
});

test("a pending order is cancelled after a question, its stock returns once, and it is put into the cart again as far as it is there", async ({
  page,
}) => {
  const { sweet, order } = await withOrder(page, 4);
  expect(await quantityOf(sweet)).toBe(6);
  await order.getByRole("button", { name: "Cancel order" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Keep order" }).click();
  await expect(question).toBeHidden();
  await order.getByRole("button", { name: "Cancel order" }).click();
  await question.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Order cancelled", { exact: true }).first()).toBeVisible();
  await expect(order.getByText("This order was cancelled.")).toBeVisible();
  expect(await quantityOf(sweet)).toBe(10);

  await shop.edit(sweet.id, { stock: 1 });
  await order.getByRole("button", { name: "Order again" }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByText(`Not available now: ${sweet.name} (only 1 of 4).`).first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("spinbutton")).toHaveValue("1");
});

test("an older order is opened in its place, with the focus, also by Back, and stays there when it is cancelled", async ({
  page,
}) => {
  const person = await shop.customer();
  const sweet = await shop.sweet({ quantity: 20 });
  const ids: number[] = [];
  for (let i = 0; i < 8; i++) ids.push((await shop.order(person, [{ productId: sweet.id, quantity: 1 }])).id);
  const [oldest, second] = ids.map((id) => page.getByRole("article", { name: `Order #${id}` }));
  if (!oldest || !second) throw new Error("There are no orders.");
  await signIn(page, person, "/orders");
  await oldest.getByRole("link").press("Enter");
  await expect(oldest).toBeFocused();
  await second.getByRole("link").press("Enter");
  await expect(second).toBeFocused();
  await page.goBack();
  await expect(oldest).toBeFocused();
  await oldest.getByRole("button", { name: "Cancel order" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(oldest.getByText("This order was cancelled.")).toBeInViewport();
  await expect(page).toHaveURL(`/orders?order=${ids[0]}#order-${ids[0]}-card`);
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "by scripts" : "without JavaScript", () => {
    test.use({ ownContext: true, javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test("an order is changed beside what is changed, which says what is wrong and what was done", async ({ page }) => {
      await keepsCookies(page);
      const person = await shop.customer();
      const sweet = await shop.sweet();
      const delivery = {
        ...{ recipientName: "Sunita Deshmukh", deliveryAddress: "14 Shivaji Park Road", phoneNumber: "98200 12345" },
        pincode: "400028",
      };
      const { id } = await shop.order(person, [{ productId: sweet.id, quantity: 1 }], { delivery });
      await signIn(page, person, `/orders/${id}`);
      const part = (term: string) => page.locator("dl > div").filter({ has: page.getByText(term, { exact: true }) });
      const changed = page.getByText("Order changed", { exact: true }).first();
      const unfold = (term: string) => part(term).locator("summary").click();
      const save = (term: string) => part(term).getByRole("button", { name: "Save" }).click();

      await unfold("Phone Number");
      await page.getByLabel("Phone Number").fill("");
      await save("Phone Number");
      await expect(part("Phone Number")).toContainText("Please fill required delivery details.");
      await page.getByLabel("Phone Number").fill("98200 54321");
      await save("Phone Number");
      if (javaScriptEnabled) await expect(changed).toBeVisible();
      await expect(part("Phone Number").getByRole("definition").first()).toHaveText("98200 54321");

      await unfold("Delivery");
      const window = page.getByLabel("New time");
      const last = window.getByRole("option").last();
      const text = (await last.textContent()) ?? "";
      await window.selectOption(text);
      await save("Delivery");
      await expect(part("Delivery").getByRole("definition").first()).toHaveText(text);
    });
  });
