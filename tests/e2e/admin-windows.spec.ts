// An order is moved to another window, and a full one asks first. The list by windows: tests/components/admin-filters.test.tsx and
// tests/domain/admin-windows.test.ts.
import { expectAccessible } from "../support/accessible";
import { expect, test, toastOf } from "../support/shopper";
import { orders, ordersWith, rowOf } from "./admin-shop";
import { FULL, withFullWindow } from "./full-window";

test("an order is moved by keyboard, and a full window asks first", async ({ owner }) => {
  const { id } = await orders(1);
  await withFullWindow(id, async (day) => {
    await owner.goto(ordersWith(id));
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
    await expect(dialog.getByRole("alert")).toContainText(FULL);
    await expectAccessible(owner);
    await owner.keyboard.press("Shift+Tab");
    await expect(dialog.getByRole("button", { name: "Move anyway" })).toBeFocused();
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
