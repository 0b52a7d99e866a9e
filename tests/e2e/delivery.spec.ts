// Packs and the pincode from a sweet's page to the order's summary.
import { expectAccessible } from "../support/accessible";
import { ADDED, aCustomerIn, db, expect, fillDelivery, quantityOf, reserve, shop, test } from "../support/shopper";

test("packs of one sweet have lines of their own, and the pincode a fee, in drawer, cart, checkout, order and summary, on a phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { email } = await aCustomerIn(page);
  const tray = await shop.tray(40);
  await reserve(page, tray, 2, tray.pack("250 g"));
  await reserve(page, tray, 1, tray.pack("1 kg"));
  await page.goto(`/products/${tray.slug}`);
  const main = page.getByRole("main");
  const check = main.getByRole("region", { name: "Delivery" });
  await check.getByLabel("Pincode").fill("400 028");
  await expect(check).toContainText("To 400028 (Mumbai) from");
  await expect(check).toContainText("₹49, free from ₹1,000");
  await main.getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText(ADDED).first()).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("mithaas:open-cart")));
  const drawer = page.getByRole("dialog", { name: "Your Cart" });
  await expect(drawer.getByLabel("Pincode")).toHaveValue("400028");
  await expect(drawer.getByRole("spinbutton")).toHaveCount(3);
  const lineOf = (within: typeof main, label: string) =>
    within.getByRole("listitem").filter({ hasText: `${tray.name} ${label}` });
  await lineOf(drawer, "250 g").getByRole("button", { name: "Increase" }).click();
  await drawer.getByRole("button", { name: `Remove ${tray.name}, 1 kg` }).click();
  await expect(lineOf(drawer, "1 kg")).toHaveCount(0);
  // The fee and the free limit are those of ₹980 of sweets; as default packs it would be free.
  await expect(drawer).toContainText("₹20 more for free delivery");
  await expect(drawer).toContainText("₹1,029");
  await expect.poll(() => quantityOf(tray)).toBe(35);
  await page.keyboard.press("Escape");

  await page.goto("/cart");
  const summary = page.getByRole("complementary", { name: "Order Summary" });
  await expect(summary).toContainText("Delivery₹49");
  await expect(summary).toContainText("Total₹1,029");
  await expect(lineOf(main, "250 g")).toContainText("₹200 each");
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  const dialog = page.getByRole("dialog", { name: "Delivery Details" });
  await expect(dialog).toContainText(`${tray.name} 250 g × 3`);
  await expect(dialog).toContainText(`${tray.name} 500 g × 1`);
  await expect(dialog.getByLabel(/^Pincode/)).toHaveValue("400028");
  await expect(dialog.getByText("Total ₹1,029")).toBeInViewport({ ratio: 1 });
  await fillDelivery(page);

  // By keyboard: from the method to the last day, and to its first window.
  await dialog.getByRole("radio", { name: /^Delivery in Mumbai/ }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowUp");
  const lastDay = dialog.getByRole("group", { name: "Day" }).getByRole("radio").last();
  await expect(lastDay).toBeFocused();
  await expect(lastDay).toBeChecked();
  const date = (await lastDay.getAttribute("value")) ?? "";
  const first = dialog.locator(`input[name=slot][value^="${date}"]`).first();
  await expect(first).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page).toHaveURL(/\/orders$/);
  const card = page.getByRole("article").first();
  for (const text of [`${tray.name} 250 g × 3`, `${tray.name} 500 g × 1`, "Delivery (Mumbai 400028)₹49", "10 am –"])
    await expect(card).toContainText(text);
  await expect(card).toContainText("Total₹1,029");
  const pack = card
    .getByRole("listitem")
    .filter({ hasText: `${tray.name} 250 g` })
    .getByRole("link");
  await expect(pack).toHaveAttribute("href", `/products/${tray.slug}?pack=${tray.pack("250 g")}`);
  expect(await quantityOf(tray)).toBe(35);
  const stored = await db`
    select o.method, o.pincode, o.area_name, o.delivery_fee::int as fee, o.total::int, o.slot_date::text as date, o.slot_from as from
    from orders o join users u on u.id = o.user_id where u.email = ${email}`;
  const slot = { date, from: "10:00" };
  const place = { method: "delivery", pincode: "400028", area_name: "Mumbai" };
  expect(stored).toEqual([{ ...place, fee: 49_00, total: 1029_00, ...slot }]);

  await card.getByRole("link", { name: "Order summary" }).click();
  await expect(page.getByRole("row", { name: `${tray.name} 250 g` })).toContainText("₹600");
  await expect(page.getByRole("row", { name: `${tray.name} 500 g` })).toContainText("₹380");
  await expect(page.getByRole("row", { name: /^Delivery \(Mumbai 400028\)/ })).toContainText("₹49");
});
