// Invoices on the screens (docs/behaviour.md#invoices). The shop has no GSTIN: it issues bills of supply. Whose they are and the files:
// tests/api/invoices.test.ts, account-pages.test.ts and admin-pages.test.ts.
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible";
import { signIn } from "../support/shopper";
import { expect, rowOf, type Shop, test, toastOf } from "./admin-shop";

const ORDERS = "/admin?tab=orders";

async function anOrder(shop: Shop) {
  const sweet = await shop.sweet({ stock: 10, price: 250 });
  const buyer = await shop.customer();
  const { id } = await shop.order(buyer, [{ productId: sweet.id, quantity: 2 }], { giftWrap: true });
  return { id, sweet, buyer };
}

/** Ticks the order and presses the button; the file that is asked for does not come, so that the page stays. */
async function expectFileOf(owner: Page, id: number) {
  await owner.route(/\/admin\/orders\/invoices\?/, (route) => route.fulfill({ status: 204 }));
  await owner.getByLabel(`Select order #${id}`, { exact: true }).check();
  const file = owner.waitForRequest((request) => request.url().includes("/admin/orders/invoices?"));
  await owner.getByRole("button", { name: "Invoices (PDF)" }).click();
  expect(new URL((await file).url()).searchParams.getAll("ids")).toEqual([String(id)]);
}

test("the owner completes an order with what was received, gets the invoices of ticked orders in one file, and opens one", async ({
  owner,
  shop,
}) => {
  const { id, sweet, buyer } = await anOrder(shop);
  await owner.goto(`${ORDERS}&search=${id}`);
  const row = rowOf(owner, id);
  await row.getByRole("checkbox", { name: "Received ₹550" }).check();
  await row.getByRole("button", { name: "Complete" }).click();
  await expect(toastOf(owner, "Order completed. ₹550 received")).toBeVisible();
  await expect(row).toContainText("COD · Paid");
  await expectFileOf(owner, id);

  await row.getByRole("button", { name: "Details" }).click();
  await owner.getByRole("dialog").getByRole("link", { name: "Invoice" }).click();
  const paper = owner.getByRole("article");
  await expect(paper.getByRole("heading", { level: 1, name: "Bill of supply" })).toBeVisible();
  await expect(paper.getByText(buyer.name)).toBeVisible();
  await expect(paper.getByRole("row", { name: new RegExp(sweet.name) })).toContainText("500.00");
  await expect(paper.getByText("Rupees five hundred fifty only")).toBeVisible();
});

test("the customer finds the invoice at the order and can print it", async ({ page, shop }) => {
  const { id, buyer } = await anOrder(shop);
  await shop.complete(id);
  await signIn(page, { ...buyer, password: "secret1" }, `/orders/${id}`);
  await page.getByRole("link", { name: "Invoice" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bill of supply" })).toBeVisible();
  const file = page.getByRole("link", { name: /\(PDF\)$/ });
  await expect(file).toHaveAttribute("href", new RegExp(`^/api/orders/${id}/invoice\\.pdf`));
  await expectAccessible(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(file).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });
  test("invoices of ticked orders and the GST summary are files", async ({ owner, shop }) => {
    const { id } = await anOrder(shop);
    await shop.complete(id);
    await owner.goto(`${ORDERS}&search=${id}`);
    await expectFileOf(owner, id);
    await owner.goto("/admin?tab=reports");
    const download = owner.waitForEvent("download");
    await owner.getByRole("button", { name: "Download summary" }).click();
    expect((await download).suggestedFilename()).toMatch(/^gst-20\d\d-\d\d\.csv$/);
  });
});
