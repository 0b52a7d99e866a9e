// Invoices on the screens (docs/behaviour.md#invoices). The shop has no GSTIN: it issues bills of supply. Whose they are and the files:
// tests/api/invoices.test.ts, account-pages.test.ts and admin-pages.test.ts.
import { delivery, expect, shop, signIn, test, toastOf } from "../support/shopper";
import { orders, ordersWith, rowOf } from "./admin-shop";

test("the owner completes an order with what was received, gets the invoices of ticked orders in one file, and opens one", async ({
  owner,
}) => {
  const { id, sweet } = await orders(1, { giftWrap: true });
  await owner.goto(ordersWith(id));
  const row = rowOf(owner, id);
  await row.getByRole("checkbox", { name: "Received ₹550" }).check();
  await row.getByRole("button", { name: "Complete" }).click();
  await expect(toastOf(owner, "Order completed. ₹550 received")).toBeVisible();
  await expect(row).toContainText("COD · Paid");

  await owner.getByLabel(`Select order #${id}`, { exact: true }).check();
  const file = owner.waitForEvent("download");
  await owner.getByRole("button", { name: "Invoices (PDF)" }).click();
  expect(new URL((await file).url()).searchParams.getAll("ids")).toEqual([String(id)]);

  await row.getByRole("button", { name: "Details" }).click();
  await owner.getByRole("dialog").getByRole("link", { name: "Invoice" }).click();
  const paper = owner.getByRole("article");
  await expect(paper.getByRole("heading", { name: "Bill of supply" })).toBeVisible();
  await expect(paper.getByText(delivery.recipientName)).toBeVisible();
  await expect(paper.getByRole("row", { name: new RegExp(sweet.name) })).toContainText("500.00");
  await expect(paper.getByText("Rupees five hundred fifty only")).toBeVisible();
});

test("the owner downloads the GST summary of a month", async ({ owner }) => {
  await owner.goto("/admin?tab=reports");
  const file = owner.waitForEvent("download");
  await owner.getByRole("button", { name: "Download summary" }).click();
  expect((await file).suggestedFilename()).toMatch(/^gst-20\d\d-\d\d\.csv$/);
});

test("the customer finds the invoice at the order and can print it", async ({ page }) => {
  const { id, buyer } = await orders(1);
  await shop.setStatus(id, "Completed");
  await signIn(page, buyer, `/orders/${id}`);
  await page.getByRole("link", { name: "Invoice" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bill of supply" })).toBeVisible();
  const file = page.getByRole("link", { name: /\(PDF\)$/ });
  await expect(file).toHaveAttribute("href", new RegExp(`^/orders/${id}/invoice\\.pdf`));
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(file).toBeHidden();
  // Not `table-footer-group`, which Chromium prints on every page.
  await expect(page.getByRole("article").locator("tfoot")).toHaveCSS("display", "table-row-group");
});
