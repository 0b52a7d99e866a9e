// The plans as the owner works with them. Keys, pasting, copying and closing: tests/components/plans.test.tsx.
import { expectAccessible } from "../support/accessible";
import { expect, type Page, shop, test, toastOf, unique } from "../support/shopper";
import { aPlan, hold, textOf, weekPath } from "./plan-weeks";

/** Until what was changed is stored: it is shown before that. */
const saved = (page: Page) => expect(page.locator(".plans")).toHaveAttribute("aria-busy", "false");

test("a sweet is added, its week is planned by keyboard, and lowering below what is promised is asked", async ({
  owner,
}) => {
  const sweet = await shop.sweet({ name: unique("Plan"), quantity: 0, details: { netWeightGrams: 250 } });
  await owner.goto("/admin?tab=plans");
  await owner.getByRole("link", { name: "Add a sweet" }).click();
  await owner.getByLabel("Sweet", { exact: true }).selectOption(sweet.name);
  await owner.getByRole("button", { name: "Next" }).click();
  for (const weekday of ["Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])
    await owner.getByLabel(weekday).fill("10");
  await owner.getByLabel("Monday").fill("10.1");
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByLabel("Monday")).toHaveAccessibleDescription(/steps of 0\.25/);
  await owner.getByLabel("Monday").fill("10.25");
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(toastOf(owner, "Plan saved")).toBeVisible();

  await hold(sweet, 3, 44);
  await owner.goto(weekPath);
  const cells = owner.getByRole("grid").getByRole("row").filter({ hasText: sweet.name }).getByRole("gridcell");
  await expect(cells.first()).toHaveText("0 of 10.25 kg");
  await owner.setViewportSize({ width: 1440, height: 900 });
  await cells.nth(1).click();
  await owner.keyboard.type("12.5");
  await owner.keyboard.press("Tab");
  await expect(cells.nth(2)).toBeFocused();
  await expect(cells.nth(1)).toHaveText("0 of 12.5 kg");
  // What is typed takes the place of a number of one digit too, and is undone up to the week's.
  for (const typed of ["4", "3.5"]) {
    await cells.nth(4).click();
    await owner.keyboard.type(typed);
    await owner.keyboard.press("Enter");
    await expect(cells.nth(4)).toHaveText(`0 of ${typed} kg`);
  }
  for (const before of ["4", "10"]) {
    await owner.keyboard.press("Control+z");
    await expect(cells.nth(4)).toHaveText(`0 of ${before} kg`);
  }
  await cells.nth(3).click();
  await owner.keyboard.type("8");
  await owner.keyboard.press("Enter");
  const dialog = owner.getByRole("alertdialog");
  await expect(dialog).toContainText(`${sweet.name}, ${textOf(3)}: 11 kg are promised. Lower it to 8 kg anyway?`);
  await expectAccessible(owner);
  await owner.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Lower anyway" }).click();
  await expect(cells.nth(3)).toHaveText("11 of 8 kg 11 kg in carts");
  await saved(owner);
  await owner.reload();
  await expect(cells.nth(1)).toHaveText("0 of 12.5 kg");
  await expect(cells.nth(4)).toHaveText("0 of 10 kg");
  await expect(cells.nth(3)).toHaveText("11 of 8 kg 11 kg in carts");

  // Its planning cannot end while a day has promises.
  await owner.getByRole("link", { name: sweet.name }).click();
  await owner.getByRole("button", { name: "Stop planning" }).click();
  await expect(owner.getByText(`${textOf(3)}: 11 kg are promised.`)).toBeVisible();
});

test("on a phone it is a list of one day, whose numbers are saved as they are left, and undone", async ({ owner }) => {
  const sweet = await aPlan(20);
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto(weekPath);
  await owner.getByRole("link", { name: textOf(2), exact: true }).click();
  await expect(owner.getByRole("heading", { name: textOf(2) })).toBeVisible();
  const row = owner.getByRole("listitem").filter({ hasText: sweet.name });
  const field = row.getByLabel(`${sweet.name}, pieces`);
  await field.fill("35");
  await field.blur();
  await expect(row).toContainText("0 of 35");
  await row.getByRole("button", { name: `Less ${sweet.name}` }).click();
  await expect(row).toContainText("0 of 34 pieces");
  await toastOf(owner, "34 pieces").getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("0 of 35 pieces");
  await expectAccessible(owner);
  await saved(owner);
  await owner.reload();
  await expect(field).toHaveValue("35");
});
