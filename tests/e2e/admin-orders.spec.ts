import type { Page } from "@playwright/test";
import { expect, rowOf, type Shop, test, toastOf, unique } from "./admin-shop";

const ORDERS = "/admin?tab=orders";

async function orders(shop: Shop, count: number, more: Record<string, unknown> = {}) {
  const sweet = await shop.sweet({ stock: 100, price: 250 });
  const buyer = await shop.customer();
  const made: number[] = [];
  for (let n = 0; n < count; n++) made.push((await shop.order(buyer, [{ productId: sweet.id, quantity: 2 }], more)).id);
  return { sweet, buyer, ids: made };
}

/** Answers the question that stands before cancelling. */
const sayYes = (page: Page, question: string | RegExp = /^Cancel order #/) =>
  page
    .getByRole("alertdialog", { name: question })
    .getByRole("button", { name: /^Cancel orders?$/ })
    .click();

test("each button of a row sets its status and says so", async ({ owner, shop }) => {
  const { ids } = await orders(shop, 1);
  const id = ids[0] as number;
  await owner.goto(`${ORDERS}&search=${id}`);
  const row = rowOf(owner, id);
  await expect(row).toContainText("₹500");
  for (const [button, text, status] of [
    ["Processing", "Order set to Processing", "Processing"],
    ["Shipped", "Order marked as Shipped", "Shipped"],
    ["Complete", "Order completed", "Completed"],
    ["Cancel", "Order cancelled", "Cancelled"],
  ] as const) {
    await row.getByRole("button", { name: button, exact: true }).click();
    if (button === "Cancel") await sayYes(owner, `Cancel order #${id}?`);
    await expect(toastOf(owner, text)).toBeVisible();
    await expect(row.locator(".badge")).toHaveText(status);
    expect((await shop.orderNow(id)).status).toBe(status);
  }
});

test("a cancelled order cannot be reopened when its units have been sold", async ({ owner, shop }) => {
  const { ids, sweet } = await orders(shop, 1);
  const id = ids[0] as number;
  await owner.goto(`${ORDERS}&search=${id}`);
  const row = rowOf(owner, id);
  await row.getByRole("button", { name: "Cancel", exact: true }).click();
  await sayYes(owner);
  await expect(toastOf(owner, "Order cancelled")).toBeVisible();
  await shop.edit(sweet.id, { stock: 1 });
  await row.getByRole("button", { name: "Processing", exact: true }).click();
  await expect(toastOf(owner, "Failed to update order")).toContainText("Only 1 items available in stock.");
  await expect(row.locator(".badge")).toHaveText("Cancelled");
});

test("the tab filters by status, searches by number, name and phone, and pages", async ({ owner, shop }) => {
  const phone = `98${Date.now().toString().slice(-8)}`;
  const { ids, buyer } = await orders(shop, 11, {
    delivery: {
      recipientName: unique("Asha"),
      deliveryAddress: "1 Lane",
      phoneNumber: `+91 ${phone.slice(0, 5)}-${phone.slice(5)}`,
    },
  });
  await owner.goto(ORDERS);
  await owner.getByLabel("Search").fill(phone);
  await expect(owner.getByText("11 orders")).toBeVisible();
  await expect(owner.getByRole("button", { name: "Prev" })).toBeDisabled();
  await owner.getByRole("button", { name: "Next" }).click();
  await expect(owner.getByText("Page 2")).toBeVisible();
  await expect(rowOf(owner, ids[0] as number)).toBeVisible();
  await owner.getByRole("button", { name: "Prev" }).click();
  await expect(owner.getByText("Page 1", { exact: true })).toBeVisible();
  await owner.getByRole("group", { name: "Status filter" }).getByRole("button", { name: "Shipped" }).click();
  await expect(owner.getByRole("heading", { name: "No orders found" })).toBeVisible();
  await owner.goBack();
  await expect(owner.getByText("11 orders")).toBeVisible();
  // The field follows an address that it did not ask for.
  await owner.getByRole("tab", { name: "Orders" }).click();
  await expect(owner.getByLabel("Search")).toHaveValue("");
  await owner.getByLabel("Search").fill(buyer.name);
  await expect(owner.getByText("11 orders")).toBeVisible();
  await owner.getByLabel("Search").fill(`#${ids[3]}`);
  await expect(owner.getByText("1 order", { exact: true })).toBeVisible();
  await owner.getByLabel("Search").fill("");
  await owner.getByLabel("From", { exact: true }).fill("2001-01-01");
  await owner.getByLabel("To", { exact: true }).fill("2001-01-02");
  await owner.getByRole("button", { name: "Apply" }).click();
  await expect(owner.getByRole("heading", { name: "No orders found" })).toBeVisible();
});

test("sets the status of several orders at once, each with its own outcome", async ({ owner, shop }) => {
  const { ids, sweet, buyer } = await orders(shop, 3);
  const [first, second, third] = ids as [number, number, number];
  await owner.goto(`${ORDERS}&search=${encodeURIComponent(buyer.name)}`);
  await rowOf(owner, third).getByRole("button", { name: "Cancel", exact: true }).click();
  await sayYes(owner);
  await expect(toastOf(owner, "Order cancelled")).toBeVisible();
  await shop.edit(sweet.id, { stock: 0 });
  for (const id of ids) await owner.getByLabel(`Select order #${id}`, { exact: true }).check();
  const several = owner.getByRole("form", { name: "Selected orders" });
  await expect(several).toContainText("3 selected");
  await owner.getByRole("group", { name: "Status filter" }).getByRole("button", { name: "Pending" }).click();
  await expect(several).toContainText("2 selected");
  await owner.getByRole("group", { name: "Status filter" }).getByRole("button", { name: "All" }).click();
  await owner.getByLabel(`Select order #${third}`, { exact: true }).check();
  await expect(several).toContainText("3 selected");
  await several.getByRole("button", { name: "Processing" }).click();
  await expect(toastOf(owner, "2 updated, 1 failed")).toBeVisible();
  await expect(owner.getByText(`#${first}: Order set to Processing`)).toBeVisible();
  await expect(owner.getByText(`#${second}: Order set to Processing`)).toBeVisible();
  await expect(owner.getByText(`#${third}: Only 0 items available in stock.`)).toBeVisible();
  await expect(rowOf(owner, first).locator(".badge")).toHaveText("Processing");
  await owner.getByLabel("Select all").check();
  await expect(several).toContainText("3 selected");
  await several.getByRole("button", { name: "Cancel" }).click();
  const question = owner.getByRole("alertdialog", { name: "Cancel 3 orders?" });
  await question.getByRole("button", { name: "Keep orders" }).click();
  await expect(rowOf(owner, first).locator(".badge")).toHaveText("Processing");
  await several.getByRole("button", { name: "Cancel" }).click();
  await sayYes(owner, "Cancel 3 orders?");
  await expect(toastOf(owner, "3 orders updated")).toBeVisible();
  await expect(rowOf(owner, first).locator(".badge")).toHaveText("Cancelled");
});

test("a row says what is in the order and where it goes; the column is named Order id", async ({ owner, shop }) => {
  const name = unique("Sunita Deshmukh of the house behind the old banyan tree");
  const { ids, sweet } = await orders(shop, 1, {
    delivery: { recipientName: name, deliveryAddress: "14 Shivaji Park Road, Dadar West", phoneNumber: "98200 54321" },
  });
  await owner.goto(`${ORDERS}&search=${ids[0]}`);
  const row = rowOf(owner, ids[0] as number);
  for (const text of [name, "Dadar West", `${sweet.name} × 2`]) await expect(row).toContainText(text);
  const shown = await row.getByText(name).evaluate((box) => box.scrollWidth <= box.clientWidth);
  expect(shown).toBe(true);
  await expect(row.getByRole("link", { name: "98200 54321" })).toHaveAttribute("href", "tel:9820054321");
  await expect(owner.getByRole("columnheader")).toHaveText([
    "Select",
    "Order id",
    "Placed",
    "Status",
    "Total",
    "Actions",
  ]);
});

test("the slips of several orders are printed together, each on its own page", async ({ owner, shop }) => {
  const { ids, buyer } = await orders(shop, 2);
  await owner.goto(`${ORDERS}&search=${encodeURIComponent(buyer.name)}`);
  await owner.getByLabel("Select all").check();
  await owner.getByRole("button", { name: "Print slips" }).click();
  for (const id of ids) await expect(owner.getByRole("heading", { name: `Order #${id}` })).toBeVisible();
  const pdf = await owner.pdf();
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  // The logo is dark on the white sheet, whatever the theme.
  await owner.emulateMedia({ media: "print", colorScheme: "dark" });
  const ink = owner.getByRole("article").first().locator("header svg").first();
  await expect(ink).toHaveCSS("color", "rgb(0, 0, 0)");
});

test("a customer leads to that customer's orders", async ({ owner, shop }) => {
  const { ids, buyer } = await orders(shop, 2);
  await orders(shop, 1);
  await owner.goto(`/admin/customers?search=${encodeURIComponent(buyer.email)}`);
  await owner.getByRole("link", { name: `2 orders of ${buyer.name}` }).click();
  await expect(owner.getByText("2 orders", { exact: true })).toBeVisible();
  for (const id of ids) await expect(rowOf(owner, id)).toBeVisible();
  const csv = await owner.request.get(
    (await owner.getByRole("link", { name: "Export CSV" }).getAttribute("href")) ?? "",
  );
  expect((await csv.text()).trim().split("\r\n")).toHaveLength(3);
  await owner.getByRole("group", { name: "Status filter" }).getByRole("button", { name: "Shipped" }).click();
  await expect(owner.getByRole("heading", { name: "No orders found" })).toBeVisible();
  await owner.getByRole("group", { name: "Status filter" }).getByRole("button", { name: "All" }).click();
  await expect(owner.getByText("2 orders", { exact: true })).toBeVisible();
  await owner.getByRole("link", { name: `Orders of ${buyer.name}` }).click();
  await expect(owner).toHaveURL(/tab=orders$/);
});

test("the details show everything, and store the note and the corrections", async ({ owner, shop }) => {
  const sweet = await shop.sweet({ price: 250 });
  const buyer = await shop.customer();
  const order = await shop.order(buyer, [{ productId: sweet.id, quantity: 2 }], {
    giftWrap: true,
    personalMessage: "Happy Diwali, with love",
    delivery: {
      recipientName: "Sunita",
      deliveryAddress: "1 Old Lane",
      phoneNumber: "9820012345",
      notes: "Ring twice",
    },
  });
  await owner.goto(`${ORDERS}&search=${order.id}`);
  await rowOf(owner, order.id).getByRole("button", { name: "Details" }).click();
  const dialog = owner.getByRole("dialog", { name: `Order #${order.id}` });
  for (const text of [
    buyer.name,
    buyer.email,
    "Sunita",
    "1 Old Lane",
    "Ring twice",
    "Happy Diwali, with love",
    sweet.name,
    "₹550",
  ])
    await expect(dialog.getByText(text).first()).toBeVisible();
  await expect(dialog.getByRole("link", { name: "9820012345" })).toHaveAttribute("href", "tel:9820012345");
  await dialog.getByRole("button", { name: "Processing" }).click();
  await expect(dialog.locator(".badge")).toHaveText("Processing");
  await expect(dialog.getByText(/Pending to Processing by/)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await owner.getByRole("alertdialog").getByRole("button", { name: "Keep order" }).click();
  await dialog.getByLabel("Internal note").fill("Regular customer");
  await dialog.getByRole("button", { name: "Close" }).click();
  await owner
    .getByRole("alertdialog", { name: "Close without saving?" })
    .getByRole("button", { name: "Keep editing" })
    .click();
  await dialog.getByRole("button", { name: "Save note" }).click();
  await expect(toastOf(owner, "Note saved")).toBeVisible();
  await dialog.getByText("Correct delivery details").click();
  await dialog.getByLabel("Phone number").fill("");
  await dialog.getByRole("button", { name: "Save corrections" }).click();
  await expect(dialog.getByText("Please fill required delivery details.")).toBeVisible();
  await dialog.getByLabel("Phone number").fill("9000000001");
  await dialog.getByRole("button", { name: "Save corrections" }).click();
  await expect(dialog.getByText(/Phone corrected from “9820012345” to “9000000001” by/)).toBeVisible();
  expect(await shop.orderNow(order.id)).toMatchObject({ internalNote: "Regular customer", phoneNumber: "9000000001" });
  await dialog.getByRole("link", { name: "Packing slip" }).click();
  await expect(owner.getByText("Collect ₹550 at the door (cash or UPI)")).toBeVisible();
  await expect(owner.getByText("Happy Diwali, with love")).toBeVisible();
});

test("new orders appear by themselves and are announced", async ({ owner, shop }) => {
  const sweet = await shop.sweet();
  const buyer = await shop.customer();
  await owner.goto(`${ORDERS}&search=${encodeURIComponent(buyer.name)}`);
  await expect(owner.getByRole("heading", { name: "No orders found" })).toBeVisible();
  const { id } = await shop.order(buyer, [{ productId: sweet.id, quantity: 1 }]);
  await expect(toastOf(owner, "New order").first()).toBeVisible({ timeout: 30_000 });
  await expect(rowOf(owner, id)).toBeVisible({ timeout: 30_000 });
});

test("the export holds what is filtered, safe to open in a spreadsheet", async ({ owner, shop }) => {
  const name = `=${unique("HYPERLINK")}`;
  const delivery = { recipientName: name, deliveryAddress: 'Flat "2", Lane\nMumbai', phoneNumber: "+91 98200 12345" };
  const { ids } = await orders(shop, 2, { delivery });
  await owner.goto(`${ORDERS}&search=${encodeURIComponent(name)}`);
  const [download] = await Promise.all([
    owner.waitForEvent("download"),
    owner.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const response = await owner.request.get(download.url());
  const bytes = await response.body();
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = bytes.toString("utf8");
  expect(text.match(/^\d+,/gm)?.map((line) => Number.parseInt(line, 10))).toEqual([...ids].reverse());
  expect(text).toContain(`,'${name},`);
  expect(text).toContain('"Flat ""2"", Lane\nMumbai"');
  expect(text).toContain(",'+91 98200 12345,");
});

test("/admin/orders has Refresh and no Complete", async ({ owner, shop }) => {
  const { ids } = await orders(shop, 1);
  await owner.goto(`/admin/orders?search=${ids[0]}`);
  const row = rowOf(owner, ids[0] as number);
  const names = await row.getByRole("button").allTextContents();
  expect(names).toEqual(["Details", "Processing", "Shipped", "Cancel"]);
  await owner.getByRole("button", { name: "Refresh" }).click();
  await row.getByRole("button", { name: "Shipped" }).click();
  await expect(toastOf(owner, "Order marked as Shipped")).toBeVisible();
  await expect(row.locator(".badge")).toHaveText("Shipped");
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });

  test("a status is set, several too, and details have a page", async ({ owner, shop }) => {
    const { ids, buyer } = await orders(shop, 2);
    const [first, second] = ids as [number, number];
    await owner.goto(`${ORDERS}&search=${encodeURIComponent(buyer.name)}`);
    await rowOf(owner, first).getByRole("button", { name: "Shipped" }).click();
    await expect(rowOf(owner, first).locator(".badge")).toHaveText("Shipped");
    await expect(rowOf(owner, first).getByRole("status")).toHaveText("Order marked as Shipped");
    for (const id of ids) await owner.getByLabel(`Select order #${id}`, { exact: true }).check();
    await owner.getByRole("form", { name: "Selected orders" }).getByRole("button", { name: "Complete" }).click();
    await expect(owner.getByText(`#${second}: Order completed`)).toBeVisible();
    await owner.goto(`${ORDERS}&search=${encodeURIComponent(buyer.name)}`);
    await rowOf(owner, first).getByRole("button", { name: "Cancel" }).click();
    await expect(owner.getByRole("heading", { name: `Cancel order #${first}?` })).toBeVisible();
    expect((await shop.orderNow(first)).status).toBe("Completed");
    await owner.getByRole("link", { name: "Keep order" }).click();
    await expect(owner).toHaveURL(/search=/);
    for (const id of ids) await owner.getByLabel(`Select order #${id}`, { exact: true }).check();
    await owner.getByRole("form", { name: "Selected orders" }).getByRole("button", { name: "Print slips" }).click();
    for (const id of ids) await expect(owner.getByRole("heading", { name: `Order #${id}` })).toBeVisible();
    await owner.goBack();
    for (const id of ids) await owner.getByLabel(`Select order #${id}`, { exact: true }).check();
    await owner.getByRole("form", { name: "Selected orders" }).getByRole("button", { name: "Cancel" }).click();
    await expect(owner.getByRole("heading", { name: "Cancel 2 orders?" })).toBeVisible();
    await owner.getByRole("button", { name: "Cancel orders" }).click();
    for (const id of ids) await expect(owner.getByText(`#${id}: Order cancelled`)).toBeVisible();
    await owner.getByRole("link", { name: "Back to the orders" }).click();
    await rowOf(owner, second).getByRole("button", { name: "Details" }).click();
    await expect(owner.getByRole("heading", { name: `Order #${second}` })).toBeVisible();
    await owner.getByLabel("Internal note").fill("Paid in cash");
    await owner.getByRole("button", { name: "Save note" }).click();
    await expect(owner.getByLabel("Internal note")).toHaveValue("Paid in cash");
  });
});
