// The kitchen's page as it is worked with. What it shows, packs included: tests/components/kitchen.test.tsx and
// tests/domain/kitchen-packs.test.ts.
import { expectAccessible } from "../support/accessible";
import { expect, type Page, shop, test, toastOf } from "../support/shopper";
import { batchOf, booked, planned } from "./kitchen-days";

const part = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const isPacked = (page: Page, id: number) => page.getByRole("button", { name: `Order #${id} is packed` });

test("on a phone: marks one order and many, takes the mark back, and follows another admin", async ({ owner }) => {
  const { sweet, ids, path } = await booked(3);
  const [first, second, third] = ids;
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto(path);
  await expect(owner.getByRole("row").filter({ hasText: sweet.name })).toContainText("6 ordered, 0 packed");
  await part(owner, "Pack");
  await expect(owner.getByRole("row").filter({ hasText: sweet.name })).toBeHidden();
  // Twenty of them, with their windows, are at most eight screens.
  const card = owner
    .getByRole("listitem")
    .filter({ has: owner.getByText(`#${first}`, { exact: true }) })
    .first();
  await expect.poll(async () => (await card.boundingBox())?.height).toBeLessThan(230);
  await owner.getByRole("button", { name: `Packed: order #${first}` }).dblclick();
  await expect(toastOf(owner, `Order #${first} is packed`)).toBeVisible();
  await expect(isPacked(owner, first)).toBeFocused();

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
  // One sheet of paper has what is to be made and the orders.
  const paper = owner.locator(".kitchen-sheet");
  await expect(paper.getByText(`#${first}`, { exact: true })).toBeVisible();
  await expect(paper).toContainText(`2 × ${sweet.name}`);
});

test("on a phone: enters batches, takes back what was too much, and shows who waits", async ({ owner }) => {
  const { sweet, order, path } = await planned();
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto(path);
  const batch = batchOf(owner, sweet);
  await expect(batch.card).toContainText("3 kg of 10 kg promised");
  // Far more than is planned is asked first; what was entered all the same is undone, and the day is open again.
  await batch.enter("60");
  await expect(batch.card.getByText("That is far above the plan of 10 kg. Was it really 60 kg?")).toBeVisible();
  await batch.card.getByRole("button", { name: "Enter it anyway" }).click();
  await toastOf(owner, `${sweet.name}: 60 kg made`).getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(owner, `${sweet.name}: 60 kg taken back`)).toBeVisible();
  await expect(batch.card).toContainText("Still to make: 3 kg");
  await batch.enter("2.6");
  await expect(toastOf(owner, `${sweet.name}: 2.5 kg made, 0.5 kg still to make`)).toBeVisible();
  await expect(batch.card.getByRole("link", { name: `#${order.id}` })).toBeVisible();
  await expect(batch.card).toContainText("100 g left over from the last batch");
  await batch.enter("0.4");
  await expect(owner.getByRole("form", { name: `Made: ${sweet.name}` })).toBeHidden();
  await owner.getByText(/all made$/).click();
  await batch.takeBack("4");
  await expect(batch.card.getByText("Entered for this day: 3 kg. No more can be taken back.")).toBeVisible();
  await expectAccessible(owner);
});
