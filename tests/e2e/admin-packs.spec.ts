// The owner sells a sweet in packs. Switching off, removing, another default, refusals and what the list says of packs:
// tests/components/admin-packs.test.tsx, tests/api/packs-admin.test.ts and packs.test.ts, tests/domain/packs-left.test.ts.
import { expectAccessible } from "../support/accessible";
import { expect, shop, test, toastOf } from "../support/shopper";
import { listOf } from "./admin-shop";

test("a plain sweet is sold in packs by keyboard, and its stock stays the same amount", async ({ owner }) => {
  const sweet = await shop.sweet({ price: 380, quantity: 12, details: { netWeightGrams: 500 } });
  await owner.goto(listOf(sweet));
  await owner.getByRole("button", { name: `Edit ${sweet.name}` }).click();
  const form = owner.getByRole("dialog", { name: "Edit Sweet" });
  const rowIn = (number: number) => form.getByRole("group", { name: `Pack ${number}`, exact: true });
  await expect(form.getByLabel("Name")).toBeFocused();
  await form.locator("summary", { hasText: "Sell in packs" }).press("Enter");
  for (const [number, weight, price] of [
    [2, "250", "200"],
    [3, "1000", "720"],
  ] as const) {
    await form.getByRole("button", { name: "Add a pack" }).press("Enter");
    await expect(rowIn(number).getByLabel("Weight (g)")).toBeFocused();
    await owner.keyboard.type(weight);
    for (let n = 0; n < 3; n++) await owner.keyboard.press("Tab");
    await expect(rowIn(number).getByLabel("Sells at (₹)")).toBeFocused();
    await owner.keyboard.type(price);
  }
  await expect(rowIn(2).getByText("₹80 per 100 g")).toBeVisible();
  await expect(form.getByText("By weight, 500 g takes 2, 250 g takes 1, 1 kg takes 4.")).toBeVisible();
  await form.getByRole("button", { name: "Use these" }).press("Enter");
  await expectAccessible(owner);
  await form.getByRole("button", { name: "Save Changes" }).press("Enter");
  await expect(toastOf(owner, "Sweet updated successfully")).toBeVisible();
  const { packs } = await shop.sweetNow(sweet.id);
  expect(packs.map(({ label, available }) => [label, available])).toEqual([
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
