// An order is moved to another window, and a full one asks first. Each test has a day of its own, far behind those that can be booked, so
// that the windows of the shared shop stay as they are. The list by windows: tests/components/admin-filters.test.tsx and
// tests/domain/admin-windows.test.ts.
import { expectAccessible } from "../support/accessible";
import { db } from "../support/shopper";
import { expect, rowOf, type Shop, test, toastOf } from "./admin-shop";

/** A Monday that no other test has. */
const aMonday = () =>
  new Date(Date.UTC(2040, 0, 2) + Math.floor(Math.random() * 50_000) * 7 * 86_400_000).toISOString().slice(0, 10);

async function anOrder(shop: Shop) {
  const sweet = await shop.sweet({ category: "Traditional Sweets" });
  return (await shop.order(await shop.customer(), [{ productId: sweet.id, quantity: 1 }])).id;
}

/** As if thirty orders had the window from 1 pm. */
async function withFullWindow(day: string, run: () => Promise<void>) {
  await db`insert into slot_places (date, from_time, pool, taken) values (${day}, '13:00', 'delivery', 30)`;
  try {
    await run();
  } finally {
    await db`delete from slot_places where date = ${day} and taken = 30`;
  }
}

const QUESTION = "This window is full (30 of 30). Move the order all the same?";

test("an order is moved by keyboard, and a full window asks first", async ({ owner, shop }) => {
  const [day, id] = [aMonday(), await anOrder(shop)];
  await withFullWindow(day, async () => {
    await owner.goto(`/admin?tab=orders&search=${id}`);
    await expect(rowOf(owner, id)).toContainText("Delivery to be arranged");
    await rowOf(owner, id).getByRole("button", { name: "Details" }).press("Enter");
    const dialog = owner.getByRole("dialog", { name: `Order #${id}` });
    await dialog.locator("summary", { hasText: "Choose a window" }).press("Enter");
    await dialog.getByLabel("Day").fill(day);
    await dialog.getByLabel("Day").press("Enter");
    await dialog.getByRole("radio", { name: "1 pm – 4 pm Full, 30 of 30 taken" }).press("Space");
    await owner.keyboard.press("Tab");
    await expect(dialog.getByRole("button", { name: "Move order" })).toBeFocused();
    await owner.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText(QUESTION);
    await expectAccessible(owner);
    await owner.keyboard.press("Shift+Tab");
    await expect(dialog.getByRole("button", { name: "Move all the same" })).toBeFocused();
    await owner.keyboard.press("Enter");
    await expect(toastOf(owner, "Order moved to Mon")).toBeVisible();
    await expect(dialog.getByText(/: Window set to Mon .*, 1 pm – 4 pm by /)).toBeVisible();
    await expect(dialog.getByRole("radio", { name: /^1 pm – 4 pm Full, 31 of 30 taken/ })).toBeDisabled();
    await dialog.getByRole("radio", { name: "10 am – 1 pm 0 of 30 taken" }).press("Space");
    await dialog.getByRole("button", { name: "Move order" }).press("Enter");
    await expect(dialog.getByText(/: Moved from Mon .*, 1 pm – 4 pm to Mon .*, 10 am – 1 pm by /)).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).press("Enter");
    await expect(rowOf(owner, id)).toContainText("10 am – 1 pm");
  });
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });

  test("an order is moved on its page, and a full window asks first", async ({ owner, shop }) => {
    const [day, id] = [aMonday(), await anOrder(shop)];
    await withFullWindow(day, async () => {
      await owner.goto(`/admin/orders/${id}`);
      await owner.getByText("Choose a window").click();
      await owner.getByLabel("Day").fill(day);
      await owner.getByRole("button", { name: "Show windows" }).click();
      await owner.getByRole("button", { name: "Move order" }).click();
      await expect(owner.getByText("Please choose a window")).toBeVisible();
      await owner.getByRole("radio", { name: /^1 pm/ }).check();
      await owner.getByRole("button", { name: "Move order" }).click();
      await expect(owner.getByText(QUESTION)).toBeVisible();
      await expect(owner.getByRole("radio", { name: /^1 pm/ })).toBeChecked();
      await owner.getByRole("button", { name: "Move all the same" }).click();
      await expect(owner.getByText("Order moved", { exact: true })).toBeVisible();
      await expect(owner.getByText(/: Window set to Mon .*, 1 pm – 4 pm by /)).toBeVisible();
      await owner.getByRole("radio", { name: /^4 pm/ }).check();
      await owner.getByRole("button", { name: "Move order" }).click();
      await expect(owner.getByText(/: Moved from Mon .*, 1 pm – 4 pm to Mon .*, 4 pm – 8 pm by /)).toBeVisible();
    });
  });
});
