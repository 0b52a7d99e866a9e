// The owner sells a sweet in packs: the form, the quick actions and what the list says. Each test has a sweet of its own.
import { chromium, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible";
import { expect, type Shop, test, toastOf, unique } from "./admin-shop";

const tray = [
  { label: "250 g", grams: 250, units: 1, price: 200 },
  { label: "500 g", grams: 500, units: 2, price: 380, isDefault: true },
  { label: "1 kg", grams: 1000, units: 4, price: 720 },
];
const aSweet = (shop: Shop, more: object = {}) => shop.sweet({ name: unique("Mysore Pak"), price: 380, ...more });
const aTray = (shop: Shop, stock = 10) => aSweet(shop, { stock, packs: tray });
type Pack = { id: number; label: string; price: number; available: number; isDefault: boolean };
const packsOf = async (shop: Shop, id: number) =>
  ((await shop.sweetNow(id)) as unknown as { packs: Pack[] }).packs.map(({ label, available }) => [label, available]);

const listOf = (sweet: { name: string }) => `/admin?tab=products&search=${encodeURIComponent(sweet.name)}`;
async function openForm(owner: Page, sweet: { name: string }): Promise<Locator> {
  await owner.goto(listOf(sweet));
  await owner.getByRole("button", { name: `Edit ${sweet.name}` }).click();
  const dialog = owner.getByRole("dialog", { name: "Edit Sweet" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  return dialog;
}
const rowIn = (form: Page | Locator, number: number) =>
  form.getByRole("group", { name: `Pack ${number}`, exact: true });
const save = async (owner: Page, form: Locator) => {
  await form.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(owner, "Sweet updated successfully")).toBeVisible();
};

test("a plain sweet is sold in packs by keyboard, and its stock stays the same amount", async ({ owner, shop }) => {
  const sweet = await aSweet(shop, { stock: 12, details: { netWeightGrams: 500 } });
  const form = await openForm(owner, sweet);
  await form.locator("summary", { hasText: "Sell in packs" }).press("Enter");
  for (const [number, weight, price] of [
    [2, "250", "200"],
    [3, "1000", "720"],
  ] as const) {
    await form.getByRole("button", { name: "Add a pack" }).press("Enter");
    await expect(rowIn(form, number).getByLabel("Weight (g)")).toBeFocused();
    await owner.keyboard.type(weight);
    for (let n = 0; n < 3; n++) await owner.keyboard.press("Tab");
    await expect(rowIn(form, number).getByLabel("Sells at (₹)")).toBeFocused();
    await owner.keyboard.type(price);
  }
  await expect(rowIn(form, 2).getByText("₹80 per 100 g")).toBeVisible();
  await expect(form.getByText("By weight, 500 g takes 2, 250 g takes 1, 1 kg takes 4.")).toBeVisible();
  await form.getByRole("button", { name: "Use these" }).press("Enter");
  await expectAccessible(owner);
  await form.getByRole("button", { name: "Save Changes" }).press("Enter");
  await expect(toastOf(owner, "Sweet updated successfully")).toBeVisible();
  expect(await packsOf(shop, sweet.id)).toEqual([
    ["250 g", 24],
    ["500 g", 12],
    ["1 kg", 6],
  ]);
  const row = owner.getByRole("row").filter({ hasText: sweet.name });
  await expect(row).toContainText("250 g · 500 g · 1 kg");
  await expect(row).toContainText("₹380");
  await owner.getByRole("link", { name: sweet.name, exact: true }).click();
  await expect(owner.getByText("Counted in units of 250 g.")).toBeVisible();
  await expect(owner.getByRole("row").nth(1)).toContainText("Counted in a smaller unit");
  await expect(owner.getByRole("row").nth(1)).toContainText("+12");
});

test("a pack is switched off, an unused one removed, a sold one kept and switched off, and another is the default", async ({
  owner,
  shop,
}) => {
  const sweet = await aTray(shop);
  const { packs } = (await shop.sweetNow(sweet.id)) as unknown as { packs: Pack[] };
  const sold = packs.find(({ label }) => label === "1 kg") as Pack;
  const line = { productId: sweet.id, packId: sold.id, quantity: 1 };
  await shop.order(await shop.customer(), [line]);

  let form = await openForm(owner, sweet);
  await form.getByRole("button", { name: "Remove 1 kg" }).click();
  await expect(form.getByRole("button", { name: "Add a pack" })).toBeFocused();
  await rowIn(form, 1).getByLabel("On sale").uncheck();
  await save(owner, form);
  expect(await packsOf(shop, sweet.id)).toEqual([["500 g", 8]]);

  form = await openForm(owner, sweet);
  await expect(rowIn(form, 3).getByLabel("On sale")).not.toBeChecked();
  await form.getByRole("button", { name: "Remove 250 g" }).click();
  await rowIn(form, 2).getByLabel("On sale").check();
  await rowIn(form, 2).getByLabel("Default").check();
  await expect(form.getByLabel("Price")).toHaveValue("720");
  await expect(form.getByLabel("Net weight")).toHaveValue("1000");
  await form.getByLabel("Price").fill("730");
  await save(owner, form);
  expect(await shop.sweetNow(sweet.id)).toMatchObject({ price: 730, quantity: 4 });
  expect(await packsOf(shop, sweet.id)).toEqual([
    ["500 g", 8],
    ["1 kg", 4],
  ]);
  form = await openForm(owner, sweet);
  await expect(rowIn(form, 3)).toHaveCount(0);
});

test("wrong values and refusals stand at their fields; a newer version keeps what was typed", async ({
  owner,
  shop,
}) => {
  const sweet = await aTray(shop);
  await shop.order(await shop.customer(), [{ productId: sweet.id, quantity: 1 }]);
  const form = await openForm(owner, sweet);
  await rowIn(form, 1).getByLabel("Sells at (₹)").fill("0");
  await rowIn(form, 3).getByLabel("Label").fill("250 g");
  await form.getByRole("button", { name: "Save Changes" }).click();
  await expect(rowIn(form, 1).getByLabel("Sells at (₹)")).toHaveAccessibleDescription("Price must be greater than 0");
  await expect(rowIn(form, 1).getByLabel("Sells at (₹)")).toBeFocused();
  await expect(rowIn(form, 3).getByLabel("Label")).toHaveAccessibleDescription("Two packs cannot have the same label");
  await rowIn(form, 1).getByLabel("Sells at (₹)").fill("210");
  await rowIn(form, 3).getByLabel("Label").fill("");
  // 500 g was sold: the others say that the unit is the same, so it keeps its part.
  await rowIn(form, 2).getByLabel("Takes").fill("3");
  await form.getByRole("button", { name: "Save Changes" }).click();
  await expect(rowIn(form, 2).getByLabel("Takes")).toHaveAccessibleDescription(/keeps its part of the stock/);
  await expect(rowIn(form, 2).getByLabel("Takes")).toBeFocused();
  await expectAccessible(owner);
  await rowIn(form, 2).getByLabel("Takes").fill("2");
  await shop.edit(sweet.id, { price: 385 });
  await form.getByRole("button", { name: "Save Changes" }).click();
  await form.getByRole("button", { name: "Load the latest version" }).click();
  await expect(form.getByLabel("Price")).toHaveValue("385");
  await expect(rowIn(form, 1).getByLabel("Sells at (₹)")).toHaveValue("210");
  await save(owner, form);
  const { packs } = (await shop.sweetNow(sweet.id)) as unknown as { packs: Pack[] };
  expect(packs.map(({ price }) => price)).toEqual([210, 385, 720]);
});

test("restocks and sells a pack, and the list says what is left of a smaller one", async ({ owner, shop }) => {
  const sweet = await aTray(shop, 1);
  await owner.goto(listOf(sweet));
  await owner.getByRole("button", { name: `Adjust ${sweet.name}` }).click();
  const [made, sold] = [
    owner.getByLabel("Pack", { exact: true }).nth(0),
    owner.getByLabel("Pack", { exact: true }).nth(1),
  ];
  await made.selectOption("250 g");
  await owner.getByLabel("Units made").fill("3");
  await owner.getByRole("button", { name: "Restock" }).click();
  await expect(toastOf(owner, `${sweet.name}, 250 g: 3 added to stock`)).toBeVisible();
  const row = owner.getByRole("row").filter({ has: owner.getByRole("link", { name: sweet.name }) });
  await expect(row).toContainText("2 and 1 × 250 g");
  await sold.selectOption("1 kg, ₹720");
  await owner.getByLabel("Units sold").fill("2");
  await expect(owner.getByText("To collect: ₹1,440")).toBeVisible();
  await owner.getByRole("button", { name: "Sold at counter" }).click();
  await expect(
    owner.getByRole("alert").filter({ hasText: "Purchase failed due to insufficient quantity" }).first(),
  ).toBeVisible();
  await owner.getByLabel("Units sold").fill("1");
  await owner.getByRole("button", { name: "Sold at counter" }).click();
  await expect(toastOf(owner, "Purchase successful")).toBeVisible();
  // Not a default pack, but something to sell.
  await expect(row).toContainText("Only 1 × 250 g");
  await expect(row).not.toContainText("Out of Stock");
  await owner.goto(`/admin?tab=products&stock=low&search=${encodeURIComponent(sweet.name)}`);
  await expect(row).toBeVisible();
  await owner.goto(`/admin?tab=products&stock=out&search=${encodeURIComponent(sweet.name)}`);
  await expect(owner.getByRole("heading", { name: "No sweets found" })).toBeVisible();
  await owner.goto(`/admin/sweets/${sweet.id}`);
  await expect(owner.getByText("1 × 250 g free, 0 held, in 500 g packs")).toBeVisible();
  await expectAccessible(owner);
});

test("the form and the forms of a row fit a narrow page at a font of 32 px", async ({ owner, shop, launchOptions }) => {
  const sweet = await aTray(shop);
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), "--blink-settings=defaultFontSize=32"],
  });
  const context = await browser.newContext({
    baseURL: process.env.TEST_BASE_URL,
    storageState: await owner.context().storageState(),
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  const addresses = [
    `/admin/sweets/${sweet.id}/edit`,
    `/admin/sweets/${sweet.id}`,
    `${listOf(sweet)}&adjust=${sweet.id}`,
  ];
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByText("250 g").first()).toBeAttached();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(390);
  }
  await browser.close();
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });

  test("packs are added in empty rows, a wrong one comes back, and one is sold", async ({ owner, shop }) => {
    const sweet = await aSweet(shop, { stock: 6, details: { netWeightGrams: 250 }, price: 200 });
    await owner.goto(`/admin/sweets/${sweet.id}/edit`);
    await owner.getByText("Sell in packs").click();
    // The first empty row stays empty.
    await rowIn(owner, 3).getByLabel("Weight (g)").fill("500");
    await rowIn(owner, 3).getByLabel("Takes").fill("2");
    await rowIn(owner, 3).getByLabel("Sells at (₹)").fill("0");
    await rowIn(owner, 3).getByLabel("Default").check();
    await owner.getByRole("button", { name: "Save Changes" }).click();
    await expect(rowIn(owner, 2).getByLabel("Sells at (₹)")).toHaveAccessibleDescription(
      "Price must be greater than 0",
    );
    await expect(rowIn(owner, 2).getByLabel("Weight (g)")).toHaveValue("500");
    await expect(rowIn(owner, 2).getByLabel("Default")).toBeChecked();
    await expect(owner.getByLabel("Price")).toHaveValue("200");
    await rowIn(owner, 2).getByLabel("Sells at (₹)").fill("380");
    await owner.getByRole("button", { name: "Save Changes" }).click();
    await expect(owner.getByRole("status").filter({ hasText: "Sweet updated successfully" })).toBeVisible();
    expect(await shop.sweetNow(sweet.id)).toMatchObject({ price: 380, quantity: 3 });
    expect(await packsOf(shop, sweet.id)).toEqual([
      ["250 g", 6],
      ["500 g", 3],
    ]);

    await owner.goto(`${listOf(sweet)}&adjust=${sweet.id}`);
    await owner.getByLabel("Pack", { exact: true }).nth(1).selectOption("250 g, ₹200");
    await owner.getByRole("button", { name: "Sold at counter" }).click();
    await expect(owner.getByRole("row").nth(1)).toContainText("2 and 1 × 250 g");

    // An emptied row is removed; it was sold, so it is switched off.
    await owner.goto(`/admin/sweets/${sweet.id}/edit`);
    for (const label of ["Weight (g)", "Sells at (₹)"]) await rowIn(owner, 1).getByLabel(label).fill("");
    await owner.getByRole("button", { name: "Save Changes" }).click();
    await expect(owner.getByRole("status").filter({ hasText: "Sweet updated successfully" })).toBeVisible();
    expect(await packsOf(shop, sweet.id)).toEqual([["500 g", 2]]);
  });
});
