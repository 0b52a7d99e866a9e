// The owner sells a sweet in packs. Prices that are proposed, removing, another default, refusals and what the list says of packs:
// tests/components/admin-packs.test.tsx, tests/api/packs-admin.test.ts and packs.test.ts, tests/domain/pack-form.test.ts.
import { expectAccessible } from "../support/accessible";
import { expect, shop, test, toastOf, unique } from "../support/shopper";
import { listOf } from "./admin-shop";

test("a new sweet in three packs: a click for each, and one price", async ({ owner }) => {
  const name = unique("Kaju Roll");
  await owner.goto("/admin?tab=products&edit=new");
  const form = owner.getByRole("dialog", { name: "Add New Sweet" });
  await form.getByLabel("By weight").check();
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Category").selectOption("Traditional Sweets");
  await form.getByLabel("Description").fill("Rolled by hand.");
  for (const weight of ["500 g", "250 g", "1 kg"]) await form.getByRole("button", { name: weight }).click();
  const price = (number: number) =>
    form.getByRole("group", { name: `Pack ${number}`, exact: true }).getByLabel("Price");
  await price(1).fill("380");
  await expect(price(3)).toHaveValue("760");
  await form.getByLabel("Quantity").fill("48");
  await expect(form.getByText("In 500 g packs: 24 kg")).toBeVisible();
  await expectAccessible(owner);
  await form.getByRole("button", { name: "Add Sweet" }).click();
  await expect(toastOf(owner, "Sweet added successfully")).toBeVisible();
  const row = owner.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("250 g · 500 g · 1 kg");
  await expect(row).toContainText("48 × 500 g");
  await expect(row).toContainText("24 kg");
  await row.getByRole("button", { name: `Adjust ${name}` }).click();
  await owner.getByLabel("1 kg (₹)").fill("740");
  await expect(owner.getByText("₹74 per 100 g")).toBeVisible();
  await owner.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toastOf(owner, "Sweet updated successfully")).toBeVisible();
  await expect(owner.getByLabel("1 kg (₹)")).toHaveValue("740");
  await expect(owner.getByLabel("500 g (₹)")).toHaveValue("380");
});

test("a plain sweet is sold in packs by keyboard, and its stock stays the same amount", async ({ owner }) => {
  const sweet = await shop.sweet({ price: 380, quantity: 12, details: { netWeightGrams: 500 } });
  await owner.goto(listOf(sweet));
  await owner.getByRole("button", { name: `Edit ${sweet.name}` }).click();
  const form = owner.getByRole("dialog", { name: "Edit Sweet" });
  const rowIn = (number: number) => form.getByRole("group", { name: `Pack ${number}`, exact: true });
  await expect(form.getByLabel("Name")).toBeFocused();
  await form.getByRole("button", { name: "Another weight" }).press("Enter");
  await expect(rowIn(2).getByLabel("Weight (g)")).toBeFocused();
  await owner.keyboard.type("250");
  await owner.keyboard.press("Tab");
  await expect(rowIn(2).getByLabel("Price")).toHaveValue("190");
  await owner.keyboard.type("200");
  await expect(rowIn(2).getByText("₹80 per 100 g")).toBeVisible();
  await form.getByRole("button", { name: "1 kg" }).press("Enter");
  await form.getByRole("button", { name: "Save Changes" }).press("Enter");
  await expect(toastOf(owner, "Sweet updated successfully")).toBeVisible();
  const { packs } = await shop.sweetNow(sweet.id);
  expect(packs.map(({ label, available }) => [label, available])).toEqual([
    ["250 g", 24],
    ["500 g", 12],
    ["1 kg", 6],
  ]);
  await owner.getByRole("link", { name: sweet.name, exact: true }).click();
  await expect(owner.getByRole("row").nth(1)).toContainText("Counted in a smaller unit");
  await expect(owner.getByRole("row").nth(1)).toContainText("+12");
});
