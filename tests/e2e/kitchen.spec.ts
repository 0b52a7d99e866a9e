// The kitchen's page as it is worked with. What it shows, packs included: tests/components/kitchen.test.tsx and
// tests/domain/kitchen-packs.test.ts.
import type { Page } from "@playwright/test";
import { addDays, indiaDay } from "@/lib/dates";
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

/** A sweet that is made for the day in units of 250 g, with an order of 3 kg for tomorrow, and the kitchen's page of tomorrow. */
async function planned(shop: Shop) {
  const packs = [
    { label: "250 g", units: 1, grams: 250, price: 100 },
    { label: "500 g", units: 2, grams: 500, price: 190, isDefault: true },
  ];
  const sweet = await shop.sweet({
    name: unique("Planned"),
    category: "Traditional Sweets",
    stock: 0,
    price: 190,
    packs,
  });
  await shop.plan(sweet.id, 40);
  const buyer = await shop.customer();
  const day = addDays(indiaDay(), 1);
  const delivery = {
    recipientName: buyer.name,
    deliveryAddress: "14 Shivaji Park Road",
    phoneNumber: "+91 98200 12345",
  };
  const order = await shop.order(buyer, [{ productId: sweet.id, quantity: 6 }], { delivery: { ...delivery, day } });
  return { sweet, order, path: `/admin?tab=kitchen&date=${day}` };
}

const cardOf = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
const enter = async (page: Page, name: string, amount: string) => {
  await page
    .getByRole("form", { name: `Made: ${name}` })
    .getByLabel("Made now (kg)")
    .fill(amount);
  await page.getByRole("button", { name: `Enter what was made of ${name}` }).click();
};
const takeBack = async (page: Page, name: string, amount: string) => {
  const form = page.getByRole("form", { name: `Take back: ${name}` });
  if (!(await form.isVisible())) await cardOf(page, name).getByText("I entered too much").click();
  await form.getByLabel("Take back (kg)").fill(amount);
  await page.getByRole("button", { name: `Take back of ${name}` }).click();
};

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

test("on a phone: enters batches, takes back what was too much, and shows who waits", async ({ owner, shop }) => {
  const { sweet, order, path } = await planned(shop);
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto(path);
  const card = cardOf(owner, sweet.name);
  await expect(card).toContainText("Promised3 kg of 10 kg");
  await enter(owner, sweet.name, "2.5");
  await expect(toastOf(owner, `${sweet.name}: 2.5 kg made, 0.5 kg still to make`)).toBeVisible();
  await expect(card.getByRole("link", { name: `#${order.id}` })).toBeVisible();
  await enter(owner, sweet.name, "0.3");
  await expect(card.getByText("Please enter a multiple of 0.25 kg")).toBeVisible();
  await enter(owner, sweet.name, "1");
  await expect(card).toContainText("All made");
  await takeBack(owner, sweet.name, "4");
  await expect(card.getByText("Only 14 units were entered for this day.")).toBeVisible();
  await expectAccessible(owner);
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });

  test("enters batches, takes one back, and throws away what is left", async ({ owner, shop }) => {
    const { sweet, order, path } = await planned(shop);
    await owner.goto(path);
    await enter(owner, sweet.name, "2");
    await expect(cardOf(owner, sweet.name)).toContainText("Still to make1 kg");
    await expect(cardOf(owner, sweet.name).getByRole("link", { name: `#${order.id}` })).toBeVisible();
    await enter(owner, sweet.name, "3");
    await expect(owner.getByText(`${sweet.name}: 5 kg made`, { exact: true })).toBeVisible();
    await takeBack(owner, sweet.name, "0.5");
    await expect(cardOf(owner, sweet.name)).toContainText("Made4.5 kg");
    expect((await shop.sweetNow(sweet.id)).quantity).toBe(3);

    await owner.goto("/admin?tab=kitchen");
    await owner.getByText("Thrown away").click();
    const form = owner.getByRole("form", { name: "Thrown away" });
    await form.getByLabel("Sweet").selectOption(String(sweet.id));
    await form.getByLabel("Packs").fill("4");
    await form.getByLabel("Reason").fill("Dried out");
    await form.getByRole("button", { name: "Throw away" }).click();
    await expect(owner.getByText("Only 3 items available in stock.")).toBeVisible();
    await form.getByLabel("Packs").fill("3");
    await form.getByRole("button", { name: "Throw away" }).click();
    await expect(owner.getByText(`${sweet.name}: 3 thrown away`)).toBeVisible();
    expect((await shop.sweetNow(sweet.id)).quantity).toBe(0);
  });

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
