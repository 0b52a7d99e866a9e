// Invoices on the screens (docs/behaviour.md#invoices). The shop has no GSTIN: it issues bills of supply.
import { expectAccessible } from "../support/accessible";
import { expect, rowOf, type Shop, signIn, test } from "./admin-shop";

const ORDERS = "/admin?tab=orders";

async function completedOrder(shop: Shop) {
  const sweet = await shop.sweet({ stock: 10, price: 250 });
  const buyer = await shop.customer();
  const { id } = await shop.order(buyer, [{ productId: sweet.id, quantity: 2 }], { giftWrap: true });
  await shop.complete(id);
  return { id, sweet, buyer };
}

test("the owner opens the invoice from the order's details and gets those of ticked orders in one file", async ({
  owner,
  shop,
}) => {
  const { id, sweet, buyer } = await completedOrder(shop);
  await owner.goto(`${ORDERS}&search=${id}`);
  await rowOf(owner, id).getByRole("button", { name: "Details" }).click();
  await owner.getByRole("dialog").getByRole("link", { name: "Invoice" }).click();
  const paper = owner.getByRole("article");
  await expect(paper.getByRole("heading", { level: 1, name: "Bill of supply" })).toBeVisible();
  await expect(paper.getByText(buyer.name)).toBeVisible();
  await expect(paper.getByRole("row", { name: new RegExp(sweet.name) })).toContainText("500.00");
  await expect(paper.getByText("Rupees five hundred fifty only")).toBeVisible();
  await expectAccessible(owner);
  await owner.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(owner);

  await owner.goto(`${ORDERS}&search=${id}`);
  await owner.getByLabel(`Select order #${id}`, { exact: true }).check();
  const file = owner.waitForRequest((request) => request.url().endsWith(`/admin/orders/invoices?ids=${id}`));
  await owner.getByRole("button", { name: "Invoices (PDF)" }).click();
  await file;
  const answer = await owner.request.get(`/admin/orders/invoices?ids=${id}`);
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "application/pdf"]);
});

test("the customer finds the invoice at the order and can print it; a stranger cannot", async ({ browser, shop }) => {
  const { id, buyer } = await completedOrder(shop);
  const page = await (await browser.newContext()).newPage();
  await signIn(page, { email: buyer.email, password: "secret1" });
  await page.goto(`/orders/${id}`);
  await page.getByRole("link", { name: "Invoice" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bill of supply" })).toBeVisible();
  const href = await page.getByRole("link", { name: /\(PDF\)$/ }).getAttribute("href");
  const answer = await page.request.get(href ?? "");
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  await expectAccessible(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("link", { name: /\(PDF\)$/ })).toBeHidden();
  await page.context().close();

  const stranger = await shop.customer();
  const other = await (await browser.newContext()).newPage();
  await signIn(other, { email: stranger.email, password: "secret1" });
  expect((await other.goto(`/orders/${id}/invoice`))?.status()).toBe(404);
  await other.context().close();
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });
  test("invoices of ticked orders and the GST summary are files", async ({ owner, shop }) => {
    const { id } = await completedOrder(shop);
    await owner.goto(`${ORDERS}&search=${id}`);
    await owner.getByLabel(`Select order #${id}`, { exact: true }).check();
    const file = owner.waitForRequest((request) =>
      new RegExp(`/admin/orders/invoices\\?.*ids=${id}(&|$)`).test(request.url()),
    );
    await owner.getByRole("button", { name: "Invoices (PDF)" }).click();
    expect((await owner.request.get((await file).url())).headers()["content-type"]).toBe("application/pdf");
    await owner.goto("/admin?tab=reports");
    const download = owner.waitForEvent("download");
    await owner.getByRole("button", { name: "Download summary" }).click();
    expect((await download).suggestedFilename()).toMatch(/^gst-20\d\d-\d\d\.csv$/);
  });
});
