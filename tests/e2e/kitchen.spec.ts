// The kitchen's page as it is worked with. What it shows, packs included: tests/components/kitchen.test.tsx and
// tests/domain/kitchen-packs.test.ts.
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible";
import { expect, type Shop, test, toastOf, unique } from "./admin-shop";

/** Orders for the last window that can be booked, and the kitchen's page of that day. */
async function booked(shop: Shop, count: number) {
  const sweet = await shop.sweet({ name: unique("Kitchen"), category: "Traditional Sweets", stock: 100 });
  const buyer = await shop.customer();
  const { date, from } = await shop.lastWindow();
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const delivery = {
      recipientName: buyer.name,
      deliveryAddress: "14 Shivaji Park Road",
      phoneNumber: "+91 98200 12345",
      pincode: "400028",
      slot: { date, from },
    };
    ids.push((await shop.order(buyer, [{ productId: sweet.id, quantity: 2 }], { delivery })).id);
  }
  return { sweet, ids: ids as [number, number, number], path: `/admin?tab=kitchen&date=${date}` };
}

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const isPacked = (page: Page, id: number) => page.getByRole("button", { name: `Order #${id} is packed` });

test("on a phone: marks one order and many, takes the mark back, and follows another admin", async ({
  owner,
  shop,
}) => {
  const { sweet, ids, path } = await booked(shop, 3);
  const [first, second, third] = ids;
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto(path);
  await owner.getByRole("button", { name: `Packed: order #${first}` }).dblclick();
  await expect(toastOf(owner, `Order #${first} is packed`)).toBeVisible();
  await expect(isPacked(owner, first)).toBeFocused();
  await expect(rowOf(owner, sweet.name)).toContainText("6 ordered, 2 packed");

  // Another admin marks an order meanwhile: what is selected and focused here stays.
  const box3 = owner.getByLabel(`Select order #${third}`, { exact: true });
  await box3.check();
  await box3.focus();
  await shop.pack([second]);
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

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });

  test("marks orders and goes from day to day", async ({ owner, shop }) => {
    const { sweet, ids, path } = await booked(shop, 2);
    const [first, second] = ids;
    await owner.goto(path);
    await owner.getByRole("button", { name: `Packed: order #${first}` }).click();
    await expect(isPacked(owner, first)).toBeVisible();
    for (const id of [first, second]) await owner.getByLabel(`Select order #${id}`, { exact: true }).check();
    const several = owner.getByRole("form", { name: "Selected orders" });
    await several.getByRole("button", { name: "Take back" }).click();
    await expect(owner.getByRole("button", { name: `Packed: order #${first}` })).toBeVisible();
    await owner.getByRole("link", { name: "(next day)" }).click();
    await expect(rowOf(owner, sweet.name)).toHaveCount(0);
    await owner.getByLabel("Date").fill(new URL(path, "http://shop").searchParams.get("date") ?? "");
    await owner.getByRole("button", { name: "Show" }).click();
    await expect(rowOf(owner, sweet.name)).toBeVisible();
  });
});
