// nightly: walks through the owner's orders and money once more; guards components/forms, components/admin/orders, components/admin/payments
// What the owner does with orders in a browser without JavaScript: each button is a form, and what is asked has a page.
import { expect, type Page, shop, test } from "../support/shopper";
import { aClaim, orders, ordersWith, rowOf } from "./admin-shop";
import { FULL, withFullWindow } from "./full-window";

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
