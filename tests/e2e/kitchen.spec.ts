// The kitchen's page as it is worked with. What it shows, packs included: tests/components/kitchen.test.tsx and
// tests/domain/kitchen-packs.test.ts.
import { expectAccessible } from "../support/accessible";
import { expect, type Page, shop, test, toastOf } from "../support/shopper";
import { batchOf, booked, planned } from "./kitchen-days";

const isPacked = (page: Page, id: number) => page.getByRole("button", { name: `Order #${id} is packed` });

test("on a phone: marks one order and many, takes the mark back, and follows another admin", async ({ owner }) => {
  const { sweet, ids, path } = await booked(3);
  const [first, second, third] = ids;
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto(path);
  await owner.getByRole("button", { name: `Packed: order #${first}` }).dblclick();
  await expect(toastOf(owner, `Order #${first} is packed`)).toBeVisible();
  await expect(isPacked(owner, first)).toBeFocused();
  await expect(owner.getByRole("row").filter({ hasText: sweet.name })).toContainText("6 ordered, 2 packed");

  // Another admin marks an order meanwhile: what is selected and focused here stays.
  const box3 = owner.getByLabel(`Select order #${third}`, { exact: true });
  await box3.check();
  await box3.focus();
  await shop.asAdmin("POST", "/admin/kitchen/packed", { ids: [second], packed: true });
  await owner.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(isPacked(owner, second)).toBeVisible();
  await expect(box3).toBeChecked();
  await expect(box3).toBeFocused();

  const several = owner.getByRole("form", { name: "Selected orders" });
  await owner.getByLabel(`Select order #${first}`, { exact: true }).check();
  await expect(several).toContainText("2 selected");
  await several.getByRole("button", { name: "Take back" }).click();
  await expect(toastOf(owner, "2 orders to be packed")).toBeVisible();
  await expect(owner.getByRole("button", { name: `Packed: order #${first}` })).toBeVisible();
  await owner.getByLabel("Only what remains").check();
  await expect(isPacked(owner, second)).toBeHidden();
  await expectAccessible(owner);
  await owner.emulateMedia({ media: "print" });
  await expect(several).toBeHidden();
  await expect(owner.getByText(`#${first}`, { exact: true })).toBeVisible();
});

test("on a phone: enters batches, takes back what was too much, and shows who waits", async ({ owner }) => {
  const { sweet, order, path } = await planned();
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto(path);
  const batch = batchOf(owner, sweet);
  await expect(batch.card).toContainText("Promised3 kg of 10 kg");
  await batch.enter("2.5");
  await expect(toastOf(owner, `${sweet.name}: 2.5 kg made, 0.5 kg still to make`)).toBeVisible();
  await expect(batch.card.getByRole("link", { name: `#${order.id}` })).toBeVisible();
  await batch.enter("0.3");
  await expect(batch.card.getByText("Please enter a multiple of 0.25 kg")).toBeVisible();
  await batch.enter("1");
  await expect(batch.card).toContainText("All made");
  await batch.takeBack("4");
  await expect(batch.card.getByText("Only 14 units were entered for this day.")).toBeVisible();
  await expectAccessible(owner);
});
