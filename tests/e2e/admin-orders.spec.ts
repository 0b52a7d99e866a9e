// The owner's orders. A row and the details: tests/components/admin-orders.test.tsx; the filters: admin-filters.test.tsx; the searches,
// what several orders come to, and the export: tests/domain/admin.test.ts and tests/api/admin-pages.test.ts. Slow: each of its tests
// makes orders and walks their list.
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

test("a row by keyboard: details and status; a cancelled order whose units have been sold is not reopened", async ({
  owner,
  shop,
}) => {
  const { ids, sweet } = await orders(shop, 1);
  const id = ids[0] as number;
  await owner.goto(`${ORDERS}&search=${id}`);
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

test("a customer leads to that customer's orders, which are paged, filtered and searched", async ({ owner, shop }) => {
  const phone = `98${Date.now().toString().slice(-8)}`;
  const { ids, buyer } = await orders(shop, 11, {
    delivery: {
      recipientName: unique("Asha"),
      deliveryAddress: "1 Lane",
      phoneNumber: `+91 ${phone.slice(0, 5)}-${phone.slice(5)}`,
    },
  });
  const filter = (status: string) =>
    owner.getByRole("group", { name: "Status filter" }).getByRole("button", { name: status }).click();
  await owner.goto(`/admin/customers?search=${encodeURIComponent(buyer.email)}`);
  await owner.getByRole("link", { name: `11 orders of ${buyer.name}` }).click();
  await expect(owner.getByText("11 orders", { exact: true })).toBeVisible();
  await expect(owner.getByRole("button", { name: "Prev" })).toBeDisabled();
  await owner.getByRole("button", { name: "Next" }).click();
  await expect(owner.getByText("Page 2")).toBeVisible();
  await expect(rowOf(owner, ids[0] as number)).toBeVisible();
  await filter("Shipped");
  await expect(owner.getByRole("heading", { name: "No orders found" })).toBeVisible();
  await owner.goBack();
  await expect(owner.getByText("Page 2")).toBeVisible();
  await expect(owner.getByRole("link", { name: "Export CSV" })).toHaveAttribute("href", /export\?.*customer=\d+/);
  await owner.getByRole("link", { name: `Orders of ${buyer.name}` }).click();
  await expect(owner).toHaveURL(/tab=orders$/);

  await owner.getByLabel("Search").fill(phone);
  await expect(owner.getByText("11 orders", { exact: true })).toBeVisible();
  // The field follows an address that it did not ask for.
  await owner.getByRole("tab", { name: "Orders" }).click();
  await expect(owner.getByLabel("Search")).toHaveValue("");
  await owner.getByLabel("Search").fill(`#${ids[3]}`);
  await expect(owner.getByText("1 order", { exact: true })).toBeVisible();
});

test("sets the status of several orders at once, each with its own outcome, and prints their slips", async ({
  owner,
  shop,
}) => {
  const { ids, sweet, buyer } = await orders(shop, 3);
  const [first, second, third] = ids as [number, number, number];
  await owner.goto(`${ORDERS}&search=${encodeURIComponent(buyer.name)}`);
  await rowOf(owner, third).getByRole("button", { name: "Cancel", exact: true }).click();
  await sayYes(owner);
  await expect(toastOf(owner, "Order cancelled")).toBeVisible();
  await shop.edit(sweet.id, { stock: 0 });
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

  await owner.getByLabel("Select all").check();
  await several.getByRole("button", { name: "Cancel" }).click();
  const question = owner.getByRole("alertdialog", { name: "Cancel 3 orders?" });
  await question.getByRole("button", { name: "Keep orders" }).click();
  await expect(rowOf(owner, first).locator(".badge")).toHaveText("Processing");
  await several.getByRole("button", { name: "Cancel" }).click();
  await sayYes(owner, "Cancel 3 orders?");
  await expect(toastOf(owner, "3 orders updated")).toBeVisible();
  await expect(rowOf(owner, first).locator(".badge")).toHaveText("Cancelled");

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

test("a new order appears by itself; its details show everything, and store the note and the corrections", async ({
  owner,
  shop,
}) => {
  const sweet = await shop.sweet({ price: 250 });
  const buyer = await shop.customer();
  await owner.goto(`${ORDERS}&search=${encodeURIComponent(buyer.name)}`);
  await expect(owner.getByRole("heading", { name: "No orders found" })).toBeVisible();
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
  // As when the owner comes back to this tab.
  await owner.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(toastOf(owner, "New order").first()).toBeVisible();
  await rowOf(owner, order.id).getByRole("button", { name: "Details" }).click();

  const dialog = owner.getByRole("dialog", { name: `Order #${order.id}` });
  const texts = [buyer.email, "1 Old Lane", "Ring twice", "Happy Diwali, with love", sweet.name, "₹550"];
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
  await expect(dialog.getByText(/Phone corrected from “9820012345” to “9000000001” by/)).toBeVisible();
  expect(await shop.orderNow(order.id)).toMatchObject({ internalNote: "Regular customer", phoneNumber: "9000000001" });
  await expect(dialog.getByRole("link", { name: "Packing slip" })).toHaveAttribute(
    "href",
    `/admin/orders/${order.id}/slip`,
  );
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });

  test("a status is set, several too, and details have a page", async ({ owner, shop }) => {
    const { ids, buyer } = await orders(shop, 2);
    const [first, second] = ids as [number, number];
    const several = owner.getByRole("form", { name: "Selected orders" });
    const tick = async () => {
      for (const id of ids) await owner.getByLabel(`Select order #${id}`, { exact: true }).check();
    };
    await owner.goto(`${ORDERS}&search=${encodeURIComponent(buyer.name)}`);
    await rowOf(owner, first).getByRole("button", { name: "Shipped" }).click();
    await expect(rowOf(owner, first).locator(".badge")).toHaveText("Shipped");
    await expect(rowOf(owner, first).getByRole("status")).toHaveText("Order marked as Shipped");
    await rowOf(owner, first).getByRole("button", { name: "Cancel" }).click();
    await expect(owner.getByRole("heading", { name: `Cancel order #${first}?` })).toBeVisible();
    expect((await shop.orderNow(first)).status).toBe("Shipped");
    await owner.getByRole("link", { name: "Keep order" }).click();
    await expect(owner).toHaveURL(/search=/);
    await tick();
    await several.getByRole("button", { name: "Print slips" }).click();
    for (const id of ids) await expect(owner.getByRole("heading", { name: `Order #${id}` })).toBeVisible();
    await owner.goBack();
    await tick();
    await several.getByRole("button", { name: "Cancel" }).click();
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
