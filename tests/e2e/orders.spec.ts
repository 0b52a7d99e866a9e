import { expectAccessible } from "../support/accessible";
import {
  aSignedInCustomer,
  aSweet,
  asAdmin,
  db,
  endSessions,
  expect,
  type Page,
  post,
  quantityOf,
  test,
} from "../support/shopper";

/** A customer on /orders with one new order of a new sweet. */
async function withOrder(page: Page, { quantity = 10, units = 2 } = {}) {
  const person = await aSignedInCustomer(page);
  const sweet = await aSweet({ quantity, price: 300 });
  const placed = await post(page, "/orders", {
    items: [{ productId: sweet.id, quantity: units }],
    personalMessage: "Happy anniversary",
    delivery: {
      recipientName: "Sunita Deshmukh",
      deliveryAddress: "14 Shivaji Park Road",
      phoneNumber: "98200 12345",
    },
  });
  // Where the checkout leads to, which tests/e2e/checkout.spec.ts walks.
  await page.goto(`/orders?placed=${placed.id}`);
  await page.waitForURL(/\/orders$/);
  const mark = page.getByText("Thank you for your order!");
  const title = page.getByRole("article").filter({ has: mark }).getByRole("heading", { level: 2 });
  const id = Number((await title.innerText()).match(/\d+/));
  return { person, sweet, id, mark, order: page.getByRole("article", { name: `Order #${id}` }) };
}

test("who is signed out is asked to log in, without a redirect", async ({ page }) => {
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.getByText("Please login to view your orders.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Login" })).toHaveAttribute(
    "href",
    "/login?next=/orders",
  );
});

test("an order shows all of itself and follows its status", async ({ page }) => {
  test.slow();
  const { sweet, id, mark, order } = await withOrder(page);
  await expect(order).toContainText(`${sweet.name} × 2`);
  await expect(order).toContainText("₹600");
  for (const text of ["Sunita Deshmukh", "14 Shivaji Park Road", "98200 12345", "Happy anniversary"])
    await expect(order).toContainText(text);
  await expect(order.getByRole("list", { name: "Status history" }).getByRole("listitem")).toHaveCount(1);

  // Nothing changed: the server says so without a body.
  const answers: number[] = [];
  page.on("response", (response) => response.url().endsWith("/api/orders") && answers.push(response.status()));
  await expect.poll(() => answers, { timeout: 20_000 }).toContain(304);

  await asAdmin("PUT", `/admin/orders/${id}/status`, { status: "Shipped" });
  await expect(page.getByRole("status").filter({ hasText: `Order #${id} is now Shipped.` })).toBeAttached({
    timeout: 15_000,
  });
  await expect(order.getByRole("list", { name: "Order progress" }).locator("[aria-current=step]")).toHaveText(
    "Shipped",
  );
  await expect(order.getByRole("list", { name: "Status history" }).getByRole("listitem")).toHaveCount(2);
  // The refresh left the new order marked, although the address no longer names it.
  await expect(order).toContainText(await mark.innerText());
  await expect(page).toHaveURL(/\/orders$/);
  await expect(order.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
});

test("a pending order is cancelled after a question, and stock returns once", async ({ page }) => {
  const { sweet, order } = await withOrder(page);
  expect(await quantityOf(sweet)).toBe(8);
  await order.getByRole("button", { name: "Cancel order" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Keep order" }).click();
  await expect(question).toBeHidden();
  await order.getByRole("button", { name: "Cancel order" }).click();
  await question.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Order cancelled", { exact: true }).first()).toBeVisible();
  await expect(order.getByText("This order was cancelled.")).toBeVisible();
  expect(await quantityOf(sweet)).toBe(10);
});

test("an order is put into the cart again, as far as it is there", async ({ page }) => {
  const { sweet, order } = await withOrder(page, { quantity: 5, units: 4 });
  await order.getByRole("button", { name: "Order again" }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByText(`Not available now: ${sweet.name} (only 1 of 4).`).first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("spinbutton")).toHaveValue("1");
});

test("a receipt of the own order can be printed; another's is not found", async ({ page, browser }) => {
  test.slow();
  const { sweet, id } = await withOrder(page);
  await page.goto(`/orders/${id}/receipt`);
  await expect(page.getByRole("heading", { name: `Receipt for order #${id}` })).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(sweet.name) })).toContainText("₹600");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expectAccessible(page);
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const [paper, table] = await Promise.all(
      [page.getByRole("main").getByRole("article"), page.getByRole("table")].map((part) => part.boundingBox()),
    );
    expect(table?.x).toBeGreaterThanOrEqual(paper?.x ?? 0);
    expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual((paper?.x ?? 0) + (paper?.width ?? 0));
    await expect(page.getByRole("row", { name: new RegExp(sweet.name) })).toContainText("₹600");
  }

  const stranger = await (await browser.newContext()).newPage();
  await aSignedInCustomer(stranger);
  const answer = await stranger.goto(`/orders/${id}/receipt`);
  expect(answer?.status()).toBe(404);
  await stranger.context().close();
});

test("the first order appears by itself", async ({ page }) => {
  const person = await aSignedInCustomer(page);
  const sweet = await aSweet();
  await expect(page.getByText("No orders found")).toBeVisible();
  const [order] = await db`
    select p.order_id from users u cross join lateral place_order(u.id, 'api', array[${sweet.id}]::int[], array[1], array[null]::bigint[],
      'A', 'B', 'C', null, false, 0, null, true) p where u.email = ${person.email}`;
  await expect(page.getByRole("article", { name: `Order #${order?.order_id}` })).toBeVisible({ timeout: 20_000 });
});

test.describe("when the session ends", () => {
  test.use({ allowed: /401/ });

  test("what is pressed then leads to the login and back", async ({ page }) => {
    const { person, order } = await withOrder(page);
    await endSessions(person);
    await order.getByRole("button", { name: "Order again" }).click();
    await expect(page).toHaveURL("/login?next=%2Forders");
  });

  test("the refreshing page says so", async ({ page }) => {
    const { person } = await withOrder(page);
    await endSessions(person);
    await expect(page.getByText("You have been signed out.")).toBeVisible({ timeout: 20_000 });
  });
});

test("orders are accessible", async ({ page }) => {
  test.slow();
  await withOrder(page);
  await expectAccessible(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a pending order is cancelled by a form", async ({ page }) => {
    const person = await aSignedInCustomer(page);
    const sweet = await aSweet();
    const [order] = await db`
      select p.order_id from users u cross join lateral place_order(u.id, 'web', array[${sweet.id}]::int[], array[2], array[null]::bigint[],
        'A', 'B', 'C', null, false, 5000, null, true) p where u.email = ${person.email}`;
    await page.goto("/orders");
    await page.getByText("Cancel order", { exact: true }).last().click();
    await page.getByRole("button", { name: `Yes, cancel order #${order?.order_id}` }).click();
    await expect(page.getByText("This order was cancelled.")).toBeVisible();
    expect(await quantityOf(sweet)).toBe(10);
    await page.getByRole("button", { name: "Order again" }).click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(page.getByText("Subtotal (2 items)")).toBeVisible();
  });
});
