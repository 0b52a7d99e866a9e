// Invoices on the screens (docs/behaviour.md#invoices). The shop has no GSTIN: it issues bills of supply. Whose they are and the files:
// tests/api/invoices.test.ts, account-pages.test.ts and admin-pages.test.ts.
import { readFile } from "node:fs/promises";
import { expectAccessible } from "../support/accessible";
import { db, delivery, expect, shop, signIn, test, toastOf } from "../support/shopper";
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

test("the owner downloads the GST summary of a month, and reads the return of another and each payment", async ({
  owner,
}) => {
  const { id } = await orders(1);
  const number = `INV/23-24/${String(id).padStart(6, "0")}`;
  const content = {
    placeOfSupply: { code: "27", name: "Maharashtra" },
    company: { gstin: "29AAGCB7383J1Z4", name: "Acme Gifts", deliveredTo: "company" },
  };
  await db`
    with invoice as (
      insert into invoices (kind, prefix, year, sequence, number, order_id, date, content, total)
      values ('tax_invoice', 'INV', '23-24', ${id}, ${number}, ${id}, '2024-03-05', ${db.json(content)}, 120000) returning id
    )
    insert into invoice_lines (invoice_id, position, name, hsn, quantity, rate, unit, grams, taxable, cgst, sgst, igst, total)
    select id, 1, 'Paneer', '0406', 2, 500, 'KGS', 500, 114286, 2857, 2857, 0, 120000 from invoice`;
  await db`
    insert into payments (order_id, method, amount, state, reference) values (${id}, 'card', 5050, 'received', '004217')`;

  await owner.goto("/admin?tab=reports");
  const file = owner.waitForEvent("download");
  await owner.getByRole("button", { name: "Download summary" }).click();
  expect((await file).suggestedFilename()).toMatch(/^gst-20\d\d-\d\d\.csv$/);

  await owner.getByRole("link", { name: "See the GST return" }).click();
  await expect(owner.getByRole("heading", { level: 1, name: "GST return" })).toBeVisible();
  for (const label of ["First month", "Last month"]) {
    await owner.getByLabel(label).focus();
    await owner.keyboard.type("Mar");
    await owner.keyboard.press("ArrowRight");
    await owner.keyboard.type("2024");
  }
  await owner.keyboard.press("Enter");
  await expect(owner).toHaveURL(/from=2024-03&to=2024-03$/);
  const row = (table: string, name: string) => owner.getByRole("table", { name: table }).getByRole("row", { name });
  await expect(row("Summary", "2024-03 Invoice B2B 27-Maharashtra 0406 KGS")).toContainText("₹1,142.86");
  await expect(row("Documents", number)).toBeVisible();
  await expect(row("Companies", number)).toContainText("5 Mar 2024");
  await expectAccessible(owner);
  const summary = owner.waitForEvent("download");
  await owner.getByRole("link", { name: "Download summary" }).click();
  const bytes = await readFile(await (await summary).path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.toString()).toContain('2024-03,Invoice,B2B,27-Maharashtra,"0406\t",KGS,');

  await owner.getByRole("link", { name: "Reports" }).click();
  await owner.getByRole("link", { name: "See each payment" }).click();
  await expect(owner.getByRole("heading", { level: 1, name: "Payments" })).toBeVisible();
  const paid = owner.getByRole("row").filter({ has: owner.getByRole("link", { name: `#${id}`, exact: true }) });
  await expect(paid).toContainText("CardReceived₹50.50004217");
  await expectAccessible(owner);
  const list = owner.waitForEvent("download");
  await owner.getByRole("link", { name: "Download each payment" }).click();
  expect((await readFile(await (await list).path())).toString()).toContain(`,${id},card,received,50.5,"004217\t",`);
  await paid.getByRole("link").click();
  await expect(owner.getByRole("heading", { level: 1, name: `Order #${id}` })).toBeVisible();
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
