// The owner's orders. A row and the details: tests/components/admin-orders.test.tsx; the filters: admin-filters.test.tsx; the searches,
// what several orders come to, and the export: tests/domain/admin.test.ts and tests/api/admin-pages.test.ts.
import { db, delivery, expect, type Page, shop, test, toastOf } from "../support/shopper";
import { orders, ordersWith, rowOf } from "./admin-shop";

/** Answers the question that stands before cancelling. */
const sayYes = (page: Page, question: string | RegExp = /^Cancel order #/) =>
  page
    .getByRole("alertdialog", { name: question })
    .getByRole("button", { name: /^Cancel orders?$/ })
    .click();

test("a row by keyboard: details and status; a cancelled order whose units have been sold is not reopened", async ({
  owner,
}) => {
  const { id, sweet } = await orders(1);
  await owner.goto(ordersWith(id));
  const names = ["Select", "Order id", "Placed", "Status", "Total", "Actions"];
  await expect(owner.getByRole("columnheader")).toHaveText(names);
  const row = rowOf(owner, id);
  await owner.getByLabel(`Select order #${id}`, { exact: true }).focus();
  for (let n = 0; n < 2; n++) await owner.keyboard.press("Tab"); // past the telephone number
  await owner.keyboard.press("Enter");
  await expect(owner.getByRole("dialog")).toBeVisible();
  await owner.keyboard.press("Escape");
  await expect(row.getByRole("button", { name: "Details" })).toBeFocused();
  await owner.keyboard.press("Tab");
  await owner.keyboard.press("Enter");
  await expect(toastOf(owner, "Order set to Processing")).toBeVisible();
  await expect(row.locator(".badge")).toHaveText("Processing");
  await row.getByRole("button", { name: "Cancel", exact: true }).click();
  await sayYes(owner, `Cancel order #${id}?`);
  await expect(toastOf(owner, "Order cancelled")).toBeVisible();
  expect((await shop.orderNow(id)).status).toBe("Cancelled");

  await shop.edit(sweet.id, { stock: 1 });
  await row.getByRole("button", { name: "Processing", exact: true }).click();
  await expect(toastOf(owner, "Failed to update order")).toContainText("Only 1 items available in stock.");
  await expect(row.locator(".badge")).toHaveText("Cancelled");
});

test("a refusal stands above the details on a phone: it is announced, and can be reached and dismissed there", async ({
  owner,
}) => {
  await owner.setViewportSize({ width: 390, height: 844 });
  const { id, sweet } = await orders(1);
  await shop.setStatus(id, "Cancelled");
  await shop.edit(sweet.id, { stock: 0 });
  await owner.goto(ordersWith(id));
  await rowOf(owner, id).getByRole("button", { name: "Details" }).click();
  const dialog = owner.getByRole("dialog", { name: `Order #${id}` });
  const refuse = () => dialog.getByRole("button", { name: "Processing" }).click();
  // By role: what is hidden from screen readers has none.
  const refusal = owner.getByRole("alert").filter({ hasText: "Only 0 items available in stock." });
  const dismiss = refusal.getByRole("button", { name: "Dismiss" });

  await refuse();
  await dismiss.click(); // waits until nothing lies over it
  await expect(refusal).toHaveCount(0);
  await expect(dialog).toBeVisible();

  await refuse();
  await expect(refusal).toBeVisible();
  await owner.keyboard.press("F8");
  await owner.keyboard.press("Tab");
  if (!(await dismiss.evaluate((button) => button === document.activeElement))) await owner.keyboard.press("Tab");
  await expect(dismiss).toBeFocused();
  await owner.keyboard.press("Enter");
  await expect(refusal).toHaveCount(0);
  await owner.keyboard.press("Tab");
  await expect(dialog.locator(":focus")).toBeVisible();
  await owner.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("sets the status of several orders at once, each with its own outcome, and prints their slips", async ({
  owner,
}) => {
  const { ids, sweet, buyer } = await orders(3);
  const [first, second, third] = ids;
  await shop.setStatus(third, "Cancelled");
  await shop.edit(sweet.id, { stock: 0 });
  await owner.goto(ordersWith(buyer.name));
  for (const id of ids) await owner.getByLabel(`Select order #${id}`, { exact: true }).check();
  const several = owner.getByRole("form", { name: "Selected orders" });
  const filter = (status: string) =>
    owner.getByRole("group", { name: "Status filter" }).getByRole("button", { name: status }).click();
  await expect(several).toContainText("3 selected");
  await filter("Pending");
  await expect(several).toContainText("2 selected");
  await filter("All");
  await owner.getByLabel(`Select order #${third}`, { exact: true }).check();
  await expect(several).toContainText("3 selected");
  await several.getByRole("button", { name: "Processing" }).click();
  await expect(toastOf(owner, "2 updated, 1 failed")).toBeVisible();
  for (const id of [first, second]) await expect(owner.getByText(`#${id}: Order set to Processing`)).toBeVisible();
  await expect(owner.getByText(`#${third}: Only 0 items available in stock.`)).toBeVisible();
  await expect(rowOf(owner, first).locator(".badge")).toHaveText("Processing");

  await expect(several).toBeHidden(); // nothing is ticked any more
  await owner.getByLabel("Select all").check();
  await several.getByRole("button", { name: "Cancel" }).click();
  const question = owner.getByRole("alertdialog", { name: "Cancel 3 orders?" });
  await question.getByRole("button", { name: "Keep orders" }).click();
  await expect(rowOf(owner, first).locator(".badge")).toHaveText("Processing");
  await several.getByRole("button", { name: "Cancel" }).click();
  await sayYes(owner, "Cancel 3 orders?");
  await expect(toastOf(owner, "3 orders updated")).toBeVisible();
  await expect(rowOf(owner, first).locator(".badge")).toHaveText("Cancelled");

  await expect(several).toBeHidden(); // nothing is ticked any more
  await owner.getByLabel("Select all").check();
  await owner.getByRole("button", { name: "Print slips" }).click();
  for (const id of ids) await expect(owner.getByRole("heading", { name: `Order #${id}` })).toBeVisible();
  // Each is on its own sheet.
  expect((await owner.pdf()).toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(3);
  // The logo is dark on the white sheet, whatever the theme.
  await owner.emulateMedia({ media: "print", colorScheme: "dark" });
  const ink = owner.getByRole("article").first().locator("header svg").first();
  await expect(ink).toHaveCSS("color", "rgb(0, 0, 0)");
});

test("a row stays where it is until the list is asked for again: three impatient clicks change one order once, and 'Undo' takes it back", async ({
  owner,
}) => {
  const { ids, buyer } = await orders(3);
  await owner.goto(`${ordersWith(buyer.name)}&status=Pending`);
  const numbers = owner.getByRole("rowheader");
  const shown = [...ids].reverse().map((id) => `#${id}`);
  await expect(numbers).toHaveText(shown);
  const [first, second] = [...ids].reverse() as [number, number];
  const button = await rowOf(owner, first).getByRole("button", { name: "Processing" }).boundingBox();
  const [x, y] = [(button?.x ?? 0) + 10, (button?.y ?? 0) + 10];
  for (let n = 0; n < 3; n++) await owner.mouse.click(x, y);
  await expect(toastOf(owner, "Order set to Processing")).toContainText(`Order #${first}`);
  await expect(rowOf(owner, first).locator(".badge")).toHaveText("Processing");
  await expect(rowOf(owner, second).locator(".badge")).toHaveText("Pending");
  await expect(numbers).toHaveText(shown);
  expect(await db`select 1 from order_status_history where order_id = ${first}`).toHaveLength(2);

  await toastOf(owner, "Order set to Processing").getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(owner, "Order set to Pending")).toBeVisible();
  await expect(rowOf(owner, first).locator(".badge")).toHaveText("Pending");

  // Money is due.
  await rowOf(owner, second).getByRole("button", { name: "Shipped" }).click();
  const question = owner.getByRole("alertdialog", { name: `Ship order #${second}?` });
  await expect(question).toContainText("₹500 is due, to be paid on delivery.");
  await question.getByRole("button", { name: "Ship order" }).click();
  await expect(rowOf(owner, second).locator(".badge")).toHaveText("Shipped");
  await expect(numbers).toHaveText(shown);
  await owner.reload();
  await expect(numbers).toHaveText(shown.filter((number) => number !== `#${second}`));
});

test("at 1440 × 900 six orders are above the fold, and on a phone the first one is", async ({ owner }) => {
  await orders(6);
  for (const [width, height, whole] of [
    [1440, 900, 6],
    [390, 844, 1],
  ] as const) {
    await owner.setViewportSize({ width, height });
    await owner.goto("/admin?tab=orders");
    const last = owner
      .getByRole("table", { name: "Orders" })
      .locator("tbody tr")
      .nth(whole - 1);
    // On a phone its number, name, window and sweets.
    await expect(last).toBeInViewport({ ratio: whole > 1 ? 1 : 0.4 });
  }
});

test("a new order is announced and comes when it is asked for; its details show everything, and store the note and the corrections", async ({
  owner,
}) => {
  const sweet = await shop.sweet({ price: 250 });
  const buyer = await shop.customer();
  await owner.goto(ordersWith(buyer.name));
  await expect(owner.getByRole("heading", { name: "No orders found" })).toBeVisible();
  const order = await shop.order(buyer, [{ productId: sweet.id, quantity: 2 }], {
    giftWrap: true,
    personalMessage: "Happy Diwali, with love",
    delivery: { ...delivery, phoneNumber: "9820012345", notes: "Ring twice" },
  });
  // As when the owner comes back to this tab.
  await owner.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const news = owner.getByRole("status").getByRole("button", { name: /new order/i });
  await expect(news).toBeVisible();
  await expect(owner).toHaveTitle(/^\(\d+\) /);
  await expect(owner.getByRole("heading", { name: "No orders found" })).toBeVisible();
  await news.click();
  await expect(news).toBeHidden();
  await rowOf(owner, order.id).getByRole("button", { name: "Details" }).click();

  const dialog = owner.getByRole("dialog", { name: `Order #${order.id}` });
  const texts = [buyer.email, "14 Shivaji Park Road", "Ring twice", "Happy Diwali, with love", sweet.name, "₹550"];
  for (const text of texts) await expect(dialog.getByText(text).first()).toBeVisible();
  await dialog.getByRole("button", { name: "Processing" }).click();
  await expect(dialog.locator(".badge")).toHaveText("Processing");
  await expect(dialog.getByText(/Pending to Processing by/)).toBeVisible();
  await dialog.getByLabel("Internal note").fill("Regular customer");
  await dialog.getByRole("button", { name: "Save note" }).click();
  await expect(toastOf(owner, "Note saved")).toBeVisible();
  await dialog.getByText("Correct delivery details").click();
  await dialog.getByLabel("Phone number").fill("");
  await dialog.getByRole("button", { name: "Save corrections" }).click();
  await expect(dialog.getByText("Please fill required delivery details.")).toBeVisible();
  await dialog.getByLabel("Phone number").fill("9000000001");
  await dialog.getByRole("button", { name: "Save corrections" }).click();
  await expect(dialog.getByText(/Phone Number corrected from “9820012345” to “9000000001” by/)).toBeVisible();
  expect(await shop.orderNow(order.id)).toMatchObject({ internalNote: "Regular customer", phoneNumber: "9000000001" });
  await expect(dialog.getByRole("link", { name: "Packing slip" })).toHaveAttribute(
    "href",
    `/admin/orders/${order.id}/slip`,
  );
});
