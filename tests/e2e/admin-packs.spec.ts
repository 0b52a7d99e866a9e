// The owner sells a sweet in packs. Switching off, removing, another default, refusals and what the list says of packs:
// tests/components/admin-packs.test.tsx, tests/api/packs-admin.test.ts and packs.test.ts, tests/domain/packs-left.test.ts.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible";
import { expect, type Shop, test, toastOf, unique } from "./admin-shop";

const aSweet = (shop: Shop, more: object = {}) => shop.sweet({ name: unique("Mysore Pak"), price: 380, ...more });
type Pack = { label: string; available: number };
const packsOf = async (shop: Shop, id: number) =>
  ((await shop.sweetNow(id)) as unknown as { packs: Pack[] }).packs.map(({ label, available }) => [label, available]);

const listOf = (sweet: { name: string }) => `/admin?tab=products&search=${encodeURIComponent(sweet.name)}`;
const rowIn = (form: Page | Locator, number: number) =>
  form.getByRole("group", { name: `Pack ${number}`, exact: true });

test("a plain sweet is sold in packs by keyboard, and its stock stays the same amount", async ({ owner, shop }) => {
  const sweet = await aSweet(shop, { stock: 12, details: { netWeightGrams: 500 } });
  await owner.goto(listOf(sweet));
  await owner.getByRole("button", { name: `Edit ${sweet.name}` }).click();
  const form = owner.getByRole("dialog", { name: "Edit Sweet" });
  await expect(form.getByLabel("Name")).toBeFocused();
  await form.locator("summary", { hasText: "Sell in packs" }).press("Enter");
  for (const [number, weight, price] of [
    [2, "250", "200"],
    [3, "1000", "720"],
  ] as const) {
    await form.getByRole("button", { name: "Add a pack" }).press("Enter");
    await expect(rowIn(form, number).getByLabel("Weight (g)")).toBeFocused();
    await owner.keyboard.type(weight);
    for (let n = 0; n < 3; n++) await owner.keyboard.press("Tab");
    await expect(rowIn(form, number).getByLabel("Sells at (₹)")).toBeFocused();
    await owner.keyboard.type(price);
  }
  await expect(rowIn(form, 2).getByText("₹80 per 100 g")).toBeVisible();
  await expect(form.getByText("By weight, 500 g takes 2, 250 g takes 1, 1 kg takes 4.")).toBeVisible();
  await form.getByRole("button", { name: "Use these" }).press("Enter");
  await expectAccessible(owner);
  await form.getByRole("button", { name: "Save Changes" }).press("Enter");
  await expect(toastOf(owner, "Sweet updated successfully")).toBeVisible();
  expect(await packsOf(shop, sweet.id)).toEqual([
    ["250 g", 24],
    ["500 g", 12],
    ["1 kg", 6],
  ]);
  const row = owner.getByRole("row").filter({ hasText: sweet.name });
  await expect(row).toContainText("250 g · 500 g · 1 kg");
  await expect(row).toContainText("₹380");
  await owner.getByRole("link", { name: sweet.name, exact: true }).click();
  await expect(owner.getByText("Counted in units of 250 g.")).toBeVisible();
  await expect(owner.getByRole("row").nth(1)).toContainText("Counted in a smaller unit");
  await expect(owner.getByRole("row").nth(1)).toContainText("+12");
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });

  test("packs are added in empty rows, a wrong one comes back, and one is sold", async ({ owner, shop }) => {
    const sweet = await aSweet(shop, { stock: 6, details: { netWeightGrams: 250 }, price: 200 });
    await owner.goto(`/admin/sweets/${sweet.id}/edit`);
    await owner.getByText("Sell in packs").click();
    // The first empty row stays empty.
    await rowIn(owner, 3).getByLabel("Weight (g)").fill("500");
    await rowIn(owner, 3).getByLabel("Takes").fill("2");
    await rowIn(owner, 3).getByLabel("Sells at (₹)").fill("0");
    await rowIn(owner, 3).getByLabel("Default").check();
    await owner.getByRole("button", { name: "Save Changes" }).click();
    await expect(rowIn(owner, 2).getByLabel("Sells at (₹)")).toHaveAccessibleDescription(
      "Price must be greater than 0",
    );
    await expect(rowIn(owner, 2).getByLabel("Weight (g)")).toHaveValue("500");
    await expect(rowIn(owner, 2).getByLabel("Default")).toBeChecked();
    await expect(owner.getByLabel("Price")).toHaveValue("200");
    await rowIn(owner, 2).getByLabel("Sells at (₹)").fill("380");
    await owner.getByRole("button", { name: "Save Changes" }).click();
    await expect(owner.getByRole("status").filter({ hasText: "Sweet updated successfully" })).toBeVisible();
    expect(await shop.sweetNow(sweet.id)).toMatchObject({ price: 380, quantity: 3 });
    expect(await packsOf(shop, sweet.id)).toEqual([
      ["250 g", 6],
      ["500 g", 3],
    ]);

    await owner.goto(`${listOf(sweet)}&adjust=${sweet.id}`);
    await owner.getByLabel("Pack", { exact: true }).nth(1).selectOption("250 g, ₹200");
    await owner.getByRole("button", { name: "Sold at counter" }).click();
    await expect(owner.getByRole("row").nth(1)).toContainText("2 and 1 × 250 g");

    // An emptied row is removed; it was sold, so it is switched off.
    await owner.goto(`/admin/sweets/${sweet.id}/edit`);
    for (const label of ["Weight (g)", "Sells at (₹)"]) await rowIn(owner, 1).getByLabel(label).fill("");
    await owner.getByRole("button", { name: "Save Changes" }).click();
    await expect(owner.getByRole("status").filter({ hasText: "Sweet updated successfully" })).toBeVisible();
    expect(await packsOf(shop, sweet.id)).toEqual([["500 g", 2]]);
  });
});
