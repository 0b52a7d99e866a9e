// The plans as the owner works with them. Keys, pasting and copying: tests/components/plans.test.tsx.
import type { Locator, Page } from "@playwright/test";
import postgres from "postgres";
import { addDays, dayText, indiaDay, isoWeekday } from "@/lib/dates";
import { expectAccessible } from "../support/accessible";
import { expect, type Shop, test, toastOf, unique } from "./admin-shop";

// The Monday after this week, so that every day of it can be changed.
const MONDAY = addDays(indiaDay(), 8 - isoWeekday(indiaDay()));
const path = `/admin?tab=plans&from=${MONDAY}`;

const sql = postgres(process.env.TEST_SHOP_DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
test.afterAll(() => sql.end());

async function aPlan(shop: Shop, units: number, fields: { netWeightGrams?: number } = {}) {
  const sweet = await shop.sweet({ name: unique("Plan"), stock: 0, details: fields });
  await shop.plan(sweet.id, units);
  return sweet;
}

/** Units that a cart holds of a day's plan. */
const hold = (sweet: number, pack: number | undefined, day: string, units: number) =>
  sql.begin(async (tx) => {
    const [cart] = await tx`
      insert into carts (token_hash, day) values (md5(${unique("cart")}), ${day}) returning id`;
    await tx`
      insert into cart_lines (cart_id, sweet_id, pack_id, quantity, held, expires_at, day)
      values (${cart?.id}, ${sweet}, ${pack ?? 0}, ${units}, ${units}, now() + interval '1 hour', ${day})`;
    await tx`insert into plan_days (sweet_id, day, capacity, held) values (${sweet}, ${day}, ${units}, ${units})`;
  });

/** Until what was changed is stored: it is shown before that. */
const saved = (page: Page) => expect(page.locator(".plans")).toHaveAttribute("aria-busy", "false");

const cellsOf = (page: Page, name: string): Locator =>
  page.getByRole("grid").getByRole("row").filter({ hasText: name }).getByRole("gridcell");

test("a sweet is added, its week is planned by keyboard, and lowering below what is promised is asked", async ({
  owner,
  shop,
}) => {
  const sweet = await shop.sweet({ name: unique("Plan"), stock: 0, details: { netWeightGrams: 250 } });
  await owner.goto("/admin?tab=plans");
  await owner.getByRole("link", { name: "Add a sweet" }).click();
  await owner.getByLabel("Sweet", { exact: true }).selectOption(sweet.name);
  await owner.getByRole("button", { name: "Next" }).click();
  for (const weekday of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])
    await owner.getByLabel(weekday).fill("10");
  await owner.getByLabel("Monday").fill("10.1");
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByLabel("Monday")).toHaveAccessibleDescription(/steps of 0\.25/);
  await owner.getByLabel("Monday").fill("10.25");
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(toastOf(owner, "Plan saved")).toBeVisible();

  await hold(sweet.id, sweet.packs[0]?.id, addDays(MONDAY, 3), 44);
  await owner.goto(path);
  const cells = cellsOf(owner, sweet.name);
  await expect(cells.first()).toHaveText("0 of 10.25");
  await expectAccessible(owner);
  await owner.setViewportSize({ width: 1440, height: 900 });
  await cells.nth(1).click();
  await owner.keyboard.type("12.5");
  await owner.keyboard.press("Tab");
  await expect(cells.nth(2)).toBeFocused();
  await expect(cells.nth(1)).toHaveText("0 of 12.5");
  await owner.keyboard.press("ArrowRight");
  await owner.keyboard.type("8");
  await owner.keyboard.press("Enter");
  const dialog = owner.getByRole("alertdialog");
  await expect(dialog).toContainText(
    `${sweet.name}, ${dayText(addDays(MONDAY, 3))}: 11 kg are promised. Lower it to 8 kg all the same?`,
  );
  await expectAccessible(owner);
  await owner.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Lower all the same" }).click();
  await expect(cells.nth(3)).toHaveText("11 of 8 11 in carts");
  await saved(owner);
  await owner.reload();
  await expect(cells.nth(1)).toHaveText("0 of 12.5");
  await expect(cells.nth(3)).toHaveText("11 of 8 11 in carts");

  // Its planning cannot end while a day has promises.
  await owner.getByRole("link", { name: sweet.name }).click();
  await owner.getByRole("button", { name: "Stop planning" }).click();
  await expect(owner.getByText(`${dayText(addDays(MONDAY, 3))}: 11 kg are promised.`)).toBeVisible();
});

test("on a phone it is a list of one day, whose numbers are saved as they are left", async ({ owner, shop }) => {
  const sweet = await aPlan(shop, 20);
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto(path);
  await owner.getByRole("link", { name: dayText(addDays(MONDAY, 2)), exact: true }).click();
  await expect(owner.getByRole("heading", { name: dayText(addDays(MONDAY, 2)) })).toBeVisible();
  const row = owner.getByRole("listitem").filter({ hasText: sweet.name });
  const field = row.getByLabel(`${sweet.name}, pieces`);
  await field.fill("35");
  await field.blur();
  await expect(row).toContainText("0 of 35");
  await row.getByRole("button", { name: `Less ${sweet.name}` }).click();
  await expect(row).toContainText("0 of 34");
  await expectAccessible(owner);
  await saved(owner);
  await owner.reload();
  await expect(field).toHaveValue("34");
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });

  test("the table is a form: only what was changed is saved", async ({ owner, shop }) => {
    const [first, second] = [await aPlan(shop, 20), await aPlan(shop, 30, { netWeightGrams: 500 })];
    await hold(first.id, first.packs[0]?.id, addDays(MONDAY, 1), 7);
    await owner.goto(path);
    const field = (sweet: { name: string }, at: number) =>
      owner.getByLabel(`${sweet.name}, ${dayText(addDays(MONDAY, at))}`);
    await field(first, 1).fill("5");
    await field(second, 2).fill("1.3");
    const save = owner.getByRole("button", { name: "Save" });
    await save.click();
    await expect(owner.getByText(/steps of 0\.5/).first()).toBeVisible();
    await expect(field(first, 1)).toHaveValue("5");
    await field(second, 2).fill("12.5");
    await save.click();
    await expect(owner.getByText(/7 units are promised already/).first()).toBeVisible();
    await owner.getByRole("checkbox", { name: "Lower below what is promised" }).check();
    await save.click();
    await expect(owner.getByText("Saved: 2").first()).toBeVisible();
    await owner.goto(path);
    await expect(field(first, 1)).toHaveValue("5");
    await expect(field(second, 2)).toHaveValue("12.5");
    await expect(field(second, 3)).toHaveValue("15");
  });
});
