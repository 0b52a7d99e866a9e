import { expect, toastOf } from "../support/shopper";
import { test } from "./admin-shop";

/*
 * The settings are the whole shop's: these cases save only the shop's telephone, which no other test reads, and put it back. What else
 * the forms do is in tests/components/admin-settings.test.tsx and tests/unit/settings-forms.test.ts.
 */
const SHOP = "/admin?tab=settings";
const PHONE = "+91 22 5550 1985";
const OTHER_PHONE = "+91 22 5550 2026";

test("the owner changes a telephone number and reads it on the contact page; without JavaScript it is changed back", async ({
  owner,
  browser,
  ownerState,
}) => {
  await owner.goto(SHOP);
  await owner.getByLabel("Shop telephone").fill(OTHER_PHONE);
  await owner.keyboard.press("Enter");
  await expect(toastOf(owner, "Shop facts saved")).toBeVisible();
  await expect(owner.getByText("Not saved yet")).toBeHidden();
  const latest = owner.getByRole("region", { name: "Changes" }).getByRole("listitem").first();
  await latest.locator("summary").click();
  await expect(latest.getByRole("row", { name: `Shop telephone ${PHONE} ${OTHER_PHONE}` })).toBeVisible();
  await expect(async () => {
    expect(await (await owner.request.get("/contact")).text()).toContain(OTHER_PHONE);
  }).toPass();

  const context = await browser.newContext({
    baseURL: process.env.TEST_BASE_URL,
    storageState: ownerState,
    javaScriptEnabled: false,
  });
  const plain = await context.newPage();
  await plain.goto(SHOP);
  await plain.getByLabel("Shop telephone").fill(PHONE);
  // A row comes and goes, and what was typed stays.
  await plain.getByRole("button", { name: "Add an award" }).click();
  const award = plain.getByRole("group", { name: "award 5" });
  await expect(award.getByLabel("Year")).toBeFocused();
  await award.getByLabel("Year").fill("20");
  await plain.getByRole("button", { name: "Save", exact: true }).last().click();
  await expect(award.getByLabel("Year")).toHaveAccessibleDescription("Please enter a whole number from 1900 to 2100");
  await plain.getByRole("button", { name: "Remove award 5" }).click();
  await expect(award).toHaveCount(0);
  await expect(plain.getByLabel("Shop telephone")).toHaveValue(PHONE);
  await plain.getByRole("button", { name: "Save", exact: true }).last().click();
  await expect(plain.getByRole("status")).toHaveText("Shop facts saved");
  await expect(plain.getByLabel("Shop telephone")).toHaveValue(PHONE);
  await context.close();
});

test("sections are reached and filled by keyboard, and what was typed is kept at another section, tab and load", async ({
  owner,
}) => {
  await owner.goto(`${SHOP}&section=notice`);
  await owner.getByLabel("Text").fill("Half a sentence");
  await owner.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Windows" }).focus();
  await owner.keyboard.press("Enter");
  const monday = owner.getByRole("group", { name: "Monday" });
  await monday.getByRole("button", { name: "Add a window on Monday" }).press("Enter");
  await expect(monday.getByRole("group", { name: "window 4" }).getByLabel("From")).toBeFocused();
  await owner.getByRole("tab", { name: "Reports" }).click();
  await owner.goto(`${SHOP}&section=notice`);
  await expect(owner.getByLabel("Text")).toHaveValue("Half a sentence");
});
