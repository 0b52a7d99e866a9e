// Staff change what an order holds. What is refused and what is asked: tests/components/order-items.test.tsx; the rules:
// tests/domain/order-items.test.ts.
import { expect, shop, test, toastOf } from "../support/shopper";
import { orders, ordersWith, rowOf } from "./admin-shop";

test("a sweet is added to an order by the keyboard, on a phone, and what was paid too much is found to refund", async ({
  owner,
}) => {
  await owner.setViewportSize({ width: 390, height: 844 });
  const { id, sweet } = await orders(1);
  const extra = await shop.sweet({ price: 120, quantity: 5 });
  await shop.asAdmin("POST", `/admin/orders/${id}/payments`, { method: "cash", amount: 500 });
  await owner.goto(`/admin/orders/${id}`);
  await owner.getByText("Change items").click();
  const form = owner.getByRole("form", { name: "Change items" });
  await form.getByRole("combobox", { name: "Sweet" }).fill(`3 ${extra.name}`);
  await owner.keyboard.press("Enter");
  await form.getByRole("button", { name: `Decrease packs of ${sweet.name}` }).click();
  await expect(form.getByText("New total ₹610")).toBeVisible();
  await expect(form.getByText("₹110 due")).toBeVisible();
  await form.getByRole("spinbutton", { name: `Packs of ${extra.name}` }).fill("1");
  await expect(form.getByText("₹130 to refund")).toBeVisible();
  expect(await owner.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await form.getByRole("button", { name: "Save items" }).press("Enter");
  const question = owner.getByRole("alertdialog", { name: `Change the sweets of order #${id}?` });
  await expect(question).toContainText("The customer gets a message with the new list and total.");
  await question.getByRole("button", { name: "Change the order" }).click();
  await expect(toastOf(owner, "Sweets changed. New total ₹370, ₹130 to refund")).toBeVisible();
  await expect(owner.getByText(/Sweets changed: added 1 × .* took out 1 × .* \(₹250\)/)).toBeVisible();

  await owner.setViewportSize({ width: 1440, height: 900 });
  await owner.goto(`${ordersWith(id)}&payment=to_refund`);
  await expect(rowOf(owner, id)).toBeVisible();
});
