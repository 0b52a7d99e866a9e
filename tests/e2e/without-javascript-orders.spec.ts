// nightly: walks through the owner's orders, money and kitchen once more; guards components/forms, components/admin/orders, components/admin/payments, components/admin/kitchen, components/admin/till
// What the owner does with orders in a browser without JavaScript: each button is a form, and what is asked has a page.
import { expect, type Page, shop, test } from "../support/shopper";
import { aClaim, orders, ordersWith, rowOf } from "./admin-shop";
import { FULL, withFullWindow } from "./full-window";
import { batchOf, booked, planned } from "./kitchen-days";

test.use({ javaScriptEnabled: false });

const several = (page: Page) => page.getByRole("form", { name: "Selected orders" });
async function tick(page: Page, ids: number[]) {
  for (const id of ids) await page.getByLabel(`Select order #${id}`, { exact: true }).check();
}

test("a status is set, several too, and details have a page", async ({ owner }) => {
  const { ids: all, buyer } = await orders(2);
  const [first, second] = all;
  await owner.goto(ordersWith(buyer.name));
  await rowOf(owner, first).getByRole("button", { name: "Shipped" }).click();
  await expect(rowOf(owner, first).locator(".badge")).toHaveText("Shipped");
  await expect(rowOf(owner, first).getByRole("status")).toHaveText("Order marked as Shipped");
  await rowOf(owner, first).getByRole("button", { name: "Cancel" }).click();
  await expect(owner.getByRole("heading", { name: `Cancel order #${first}?` })).toBeVisible();
  expect((await shop.orderNow(first)).status).toBe("Shipped");
  await owner.getByRole("link", { name: "Keep order" }).click();
  await expect(owner).toHaveURL(/search=/);
  await tick(owner, [first, second]);
  await several(owner).getByRole("button", { name: "Print slips" }).click();
  for (const id of [first, second]) await expect(owner.getByRole("heading", { name: `Order #${id}` })).toBeVisible();
  await owner.goBack();
  await tick(owner, [first, second]);
  await several(owner).getByRole("button", { name: "Cancel" }).click();
  await expect(owner.getByRole("heading", { name: "Cancel 2 orders?" })).toBeVisible();
  await owner.getByRole("button", { name: "Cancel orders" }).click();
  for (const id of [first, second]) await expect(owner.getByText(`#${id}: Order cancelled`)).toBeVisible();
  await owner.getByRole("link", { name: "Back to the orders" }).click();
  await rowOf(owner, second).getByRole("button", { name: "Details" }).click();
  await expect(owner.getByRole("heading", { name: `Order #${second}` })).toBeVisible();
  await owner.getByLabel("Internal note").fill("Paid in cash");
  await owner.getByRole("button", { name: "Save note" }).click();
  await expect(owner.getByLabel("Internal note")).toHaveValue("Paid in cash");
});

test("the page of an order rejects a claim and records a payment, the list is filtered, and Cancel refunds", async ({
  owner,
}) => {
  const { id } = await orders(1);
  await aClaim(id);
  await owner.goto(`/admin/orders/${id}`);
  await owner.getByLabel("Reason for a rejection").fill("Not on the statement");
  await owner.getByRole("button", { name: "Reject" }).click();
  await expect(owner.getByText("Not on the statement")).toBeVisible();
  await owner.getByText("Record payment").first().click();
  await owner.getByLabel("Method").selectOption("Cash");
  const amount = owner.getByLabel("Amount (₹)");
  await amount.fill("600");
  await owner.getByRole("button", { name: "Record payment" }).click();
  await expect(owner.getByText("Only ₹500 is due for this order.")).toBeVisible();
  await amount.fill("500");
  await owner.getByRole("button", { name: "Record payment" }).click();
  await expect(owner.getByText("UPI · Paid", { exact: true })).toBeVisible();
  await owner.goto(ordersWith(id));
  await owner.getByLabel("Payment", { exact: true }).selectOption("Paid");
  await owner.getByRole("button", { name: "Apply" }).click();
  await expect(owner).toHaveURL(/payment=paid/);
  await rowOf(owner, id).getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(owner.getByText("₹500 has been paid")).toBeVisible();
  await amount.fill("x");
  await owner.getByRole("button", { name: "Cancel order" }).click();
  await expect(owner.getByText(/Please enter an amount from/)).toBeVisible();
  await amount.fill("500");
  await owner.getByRole("button", { name: "Cancel order" }).click();
  await expect(owner.getByText(`#${id}: Order cancelled. ₹500 refunded`)).toBeVisible();
});

test("an order is moved on its page, and a full window asks first", async ({ owner }) => {
  const { id } = await orders(1);
  await withFullWindow(id, async (day) => {
    const choose = (window: RegExp) => owner.getByRole("radio", { name: window }).check();
    const move = () => owner.getByRole("button", { name: "Move order" }).click();
    await owner.goto(`/admin/orders/${id}`);
    await owner.getByText("Choose a window").click();
    await owner.getByLabel("Day").fill(day);
    await owner.getByRole("button", { name: "Show windows" }).click();
    await move();
    await expect(owner.getByText("Please choose a window")).toBeVisible();
    await choose(/^1 pm/);
    await move();
    await expect(owner.getByText(FULL)).toBeVisible();
    await expect(owner.getByRole("radio", { name: /^1 pm/ })).toBeChecked();
    await owner.getByRole("button", { name: "Move all the same" }).click();
    await expect(owner.getByText("Order moved", { exact: true })).toBeVisible();
    await expect(owner.getByText(/: Window set to Mon .*, 1 pm – 4 pm by /)).toBeVisible();
    await choose(/^4 pm/);
    await move();
    await expect(owner.getByText(/: Moved from Mon .*, 1 pm – 4 pm to Mon .*, 4 pm – 8 pm by /)).toBeVisible();
  });
});

test("invoices of ticked orders and the GST summary are files", async ({ owner }) => {
  const { id } = await orders(1);
  await shop.setStatus(id, "Completed");
  await owner.goto(ordersWith(id));
  await tick(owner, [id]);
  const invoices = owner.waitForEvent("download");
  await owner.getByRole("button", { name: "Invoices (PDF)" }).click();
  expect(new URL((await invoices).url()).searchParams.getAll("ids")).toEqual([String(id)]);
  await owner.goto("/admin?tab=reports");
  const summary = owner.waitForEvent("download");
  await owner.getByRole("button", { name: "Download summary" }).click();
  expect((await summary).suggestedFilename()).toMatch(/^gst-20\d\d-\d\d\.csv$/);
});

test("the kitchen enters batches, takes one back, and throws away what is left", async ({ owner }) => {
  const { sweet, order, path } = await planned();
  const { card, enter, takeBack } = batchOf(owner, sweet);
  await owner.goto(path);
  await enter("2");
  await expect(card).toContainText("Still to make1 kg");
  await expect(card.getByRole("link", { name: `#${order.id}` })).toBeVisible();
  await enter("3");
  await expect(owner.getByText(`${sweet.name}: 5 kg made`, { exact: true })).toBeVisible();
  await takeBack("0.5");
  await expect(card).toContainText("Made4.5 kg");
  expect((await shop.sweetNow(sweet.id)).quantity).toBe(3);

  await owner.goto("/admin?tab=kitchen");
  await owner.getByText("Thrown away").click();
  const form = owner.getByRole("form", { name: "Thrown away" });
  await form.getByLabel("Sweet").selectOption(String(sweet.id));
  await form.getByLabel("Packs").fill("4");
  await form.getByLabel("Reason").fill("Dried out");
  await form.getByRole("button", { name: "Throw away" }).click();
  await expect(owner.getByText("Only 3 items available in stock.")).toBeVisible();
  await form.getByLabel("Packs").fill("3");
  await form.getByRole("button", { name: "Throw away" }).click();
  await expect(owner.getByText(`${sweet.name}: 3 thrown away`)).toBeVisible();
  expect((await shop.sweetNow(sweet.id)).quantity).toBe(0);
});

test("the kitchen marks orders and goes from day to day", async ({ owner }) => {
  const { sweet, ids: all, date, path } = await booked(2);
  const [first, second] = all;
  const row = owner.getByRole("row").filter({ hasText: sweet.name });
  await owner.goto(path);
  await owner.getByRole("button", { name: `Packed: order #${first}` }).click();
  await expect(owner.getByRole("button", { name: `Order #${first} is packed` })).toBeVisible();
  await tick(owner, [first, second]);
  await several(owner).getByRole("button", { name: "Take back" }).click();
  await expect(owner.getByRole("button", { name: `Packed: order #${first}` })).toBeVisible();
  await owner.getByRole("link", { name: "(next day)" }).click();
  await expect(row).toHaveCount(0);
  await owner.getByLabel("Date").fill(date);
  await owner.getByRole("button", { name: "Show" }).click();
  await expect(row).toBeVisible();
});

test("a new order: rows with a name or a number are sold, and what is wrong is said at its row", async ({ owner }) => {
  const [one, two] = [await shop.sweet(), await shop.sweet({ price: 50, quantity: 9 })];
  await owner.goto("/admin/orders/new");
  await expect(owner.getByLabel("Phone", { exact: true })).toBeHidden();
  await owner.getByLabel("Sweet 1").fill(one.name);
  await owner.getByLabel("Sweet 2").fill("Nothing of that name");
  await owner.getByRole("button", { name: "Take payment" }).click();
  await expect(owner.getByText("There is no such sweet").first()).toBeVisible();
  await expect(owner.getByLabel("Sweet 1")).toHaveValue(one.name);
  await owner.getByLabel("Sweet 2").fill(String(two.id));
  await owner.getByLabel("Packs").nth(1).fill("3");
  await owner.getByLabel("Card", { exact: true }).check();
  await owner.getByRole("button", { name: "Take payment" }).click();
  await expect(owner).toHaveURL(/\/admin\/orders\/\d+\/receipt$/);
  await expect(owner.getByRole("article")).toContainText("Paid: Card₹250");
  expect((await shop.sweetNow(two.id)).quantity).toBe(6);
});

test("a new order for later is taken without a window, which its page then gives it", async ({ owner }) => {
  const { name } = await shop.sweet();
  await owner.goto("/admin/orders/new");
  await owner.getByLabel("By phone, for later").check();
  await owner.getByLabel("Sweet 1").fill(name);
  await owner.getByLabel("Phone", { exact: true }).fill("98200 12345");
  await owner.getByLabel("Name", { exact: true }).fill("Asha Rao");
  await owner.getByLabel("Pick up").check();
  // The button says what it does with JavaScript alone.
  await owner.getByRole("button", { name: /^Take/ }).click();
  await expect(owner).toHaveURL(/\/admin\/orders\/\d+$/);
  await expect(owner.getByRole("definition").filter({ hasText: "Picked up at the shop" })).toBeVisible();
  await expect(owner.getByText("Choose a window")).toBeVisible();
});
