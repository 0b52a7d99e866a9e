// Staff as they meet the shop: an invitation, what each sees, and the end of it; and a key for another program.
import type { Browser } from "@playwright/test";
import { alertIn, expect, type Page, shop, test, toastOf, unique } from "../support/shopper";
import { invited, listOf, orders } from "./admin-shop";

const PASSWORD = "laddoo-1985";

/** Somebody who has accepted the owner's invitation, in a browser of their own. */
async function aMember(owner: Page, browser: Browser, kind: string, screen = { width: 390, height: 800 }) {
  const { name, link } = await invited(owner, kind);
  const page = await (await browser.newContext({ viewport: screen })).newPage();
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Welcome, ${name}`);
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm new password").fill(PASSWORD);
  await page.getByRole("button", { name: "Open my account" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  return { name, link, page };
}

test("the kitchen's phone shows the kitchen and its plans, until the owner switches the account off", async ({
  owner,
  browser,
}) => {
  const { name, link, page } = await aMember(owner, browser, "kitchen");
  await expect(page.getByRole("tab")).toHaveText(["Products", "Plans", "Kitchen"]);
  await expect(page.getByRole("heading", { level: 2, name: "Kitchen" })).toBeVisible();
  await page.goto("/admin/orders/1");
  await expect(alertIn(page)).toHaveText(/^Your account may not open that page/);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link is no longer valid");

  await owner.goto("/admin/staff");
  await owner.getByRole("button", { name: `Switch ${name} off` }).click();
  await expect(toastOf(owner, `${name} is switched off`)).toBeVisible();
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/login/);
});

test("the counter takes an order further and receives money, and finds no refund, no edit and no report", async ({
  owner,
  browser,
}) => {
  const { sweet, id } = await orders(1);
  const { page } = await aMember(owner, browser, "counter", { width: 1280, height: 900 });
  await expect(page.getByRole("tab")).toHaveText(["Products", "Orders", "Plans", "Kitchen"]);
  await page.goto(`/admin/orders/${id}`);
  await page.locator("summary", { hasText: "Record payment" }).click();
  await page.getByRole("button", { name: "Record payment" }).click();
  await expect(page.getByText("Received").first()).toBeVisible();
  await expect(page.getByText("Refund", { exact: true })).toHaveCount(0);
  await page.goto(listOf(sweet));
  await expect(page.getByRole("button", { name: `Adjust ${sweet.name}` })).toBeVisible();
  await expect(page.getByRole("button", { name: /Edit|Delete/ })).toHaveCount(0);
  await page.getByRole("button", { name: `Adjust ${sweet.name}` }).click();
  await expect(page.getByRole("button", { name: "Restock" })).toBeVisible();
  await expect(page.getByLabel("Price (₹)")).toHaveCount(0);
});

test("a key is shown once, does what it was given, and ends when it is revoked", async ({ owner, request }) => {
  await owner.goto("/admin/keys");
  const name = unique("Till");
  await owner.getByLabel("Name").fill(name);
  await owner.getByRole("button", { name: "Make the key" }).click();
  // Said once, at its field.
  await expect(owner.getByText("Please choose what the key may do")).toBeVisible();
  const rights = owner.getByRole("group", { name: "Permissions" });
  await expect(rights).toHaveAccessibleDescription("Please choose what the key may do");
  await owner.getByLabel("Orders").selectOption("write");
  await owner.getByLabel("Last day").fill("2020-01-01");
  await owner.getByRole("button", { name: "Make the key" }).click();
  await expect(owner.getByLabel("Last day")).toHaveAccessibleDescription("Please choose a time to come");
  await expect(owner.getByText("Please choose a time to come")).toHaveCount(1);
  await owner.getByLabel("Last day").fill("");
  await owner.getByRole("button", { name: "Make the key" }).click();
  const key = await owner.getByLabel(`Key of ${name}`).inputValue();
  const headers = { authorization: `Bearer ${key}` };
  expect((await request.get("/api/admin/orders", { headers })).status()).toBe(200);
  expect((await request.get("/api/admin/staff", { headers })).status()).toBe(403);
  await owner.goto("/admin/keys");
  await expect(owner.getByText(key)).toHaveCount(0);
  await owner.getByRole("button", { name: `Revoke ${name}` }).click();
  await owner.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(owner.getByRole("row", { name }).getByText("Revoked")).toBeVisible();
  expect((await request.get("/api/admin/orders", { headers })).status()).toBe(401);
});

test("the audit log says who did what, and leads to the history of one sweet", async ({ owner }) => {
  const sweet = await shop.sweet();
  await shop.edit(sweet.id, { price: 120 });
  await owner.goto(`/admin/sweets/${sweet.id}`);
  await owner.getByRole("link", { name: "Who changed it" }).click();
  await expect(owner.getByRole("listitem").filter({ hasText: `changed the price of ${sweet.name}` })).toBeVisible();
  await expect(owner.getByText(`added ${sweet.name}`)).toBeVisible();
  await owner.getByRole("link", { name: "Show all" }).click();
  await expect(owner.getByLabel("About")).toHaveValue("");
});
