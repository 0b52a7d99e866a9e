// Days of the kitchen, and its forms.
import { addDays, indiaDay } from "@/lib/dates";
import { delivery, type Page, shop } from "../support/shopper";
import { orders } from "./admin-shop";

/** Orders for the last window that can be booked, and the kitchen's page of that day. */
export async function booked(count: number) {
  const { date, from } = await shop.lastWindow();
  const slot = { ...delivery, pincode: "400028", slot: { date, from } };
  const made = await orders(count, { delivery: slot }, { category: "Traditional Sweets" });
  return { ...made, date, path: `/admin?tab=kitchen&date=${date}` };
}

/**
 * A sweet that is made for the day in units of 250 g, with an order of 3 kg for tomorrow, and the kitchen's page of tomorrow. Its orders are
 * taken until the end of the day itself, so that tomorrow is open at any time.
 */
export async function planned() {
  const packs = [
    { label: "250 g", units: 1, grams: 250, price: 100 },
    { label: "500 g", units: 2, grams: 500, price: 190, isDefault: true },
  ];
  const sweet = await shop.sweet({ category: "Traditional Sweets", quantity: 0, price: 190, packs });
  await shop.plan(sweet.id, 40, 0);
  const day = addDays(indiaDay(new Date()), 1);
  const lines = [{ productId: sweet.id, quantity: 6 }];
  const order = await shop.order(await shop.customer(), lines, { delivery: { ...delivery, day } });
  return { sweet, order, path: `/admin?tab=kitchen&date=${day}` };
}

/** The card of a sweet that is made for the day, and its two forms. */
export function batchOf(page: Page, { name }: { name: string }) {
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
  const enter = async (amount: string) => {
    await page
      .getByRole("form", { name: `Made: ${name}` })
      .getByLabel("Made now", { exact: true })
      .fill(amount);
    await page.getByRole("button", { name: `Enter what was made of ${name}` }).click();
  };
  const takeBack = async (amount: string) => {
    const form = page.getByRole("form", { name: `Take back: ${name}` });
    if (!(await form.isVisible())) await card.getByText("I entered too much").click();
    await form.getByLabel("Take back", { exact: true }).fill(amount);
    await page.getByRole("button", { name: `Take back of ${name}` }).click();
  };
  return { card, enter, takeBack };
}
