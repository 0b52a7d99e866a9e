import { expect, test, toastOf } from "../support/shopper";

/*
 * The settings are the whole shop's: these cases save only the shop's telephone, which no other test reads. What else the forms do is in
 * tests/components/admin-settings.test.tsx and tests/unit/settings-forms.test.ts.
 */
const SHOP = "/admin?tab=settings";

test("the owner changes a telephone number and reads it on the contact page", async ({ owner }) => {
  await owner.goto(SHOP);
  const phone = owner.getByLabel("Shop telephone");
  const before = await phone.inputValue();
  const after = `+91 22 ${String(Date.now()).slice(-8)}`;
  await phone.fill(after);
  await owner.keyboard.press("Enter");
  await expect(toastOf(owner, "Shop facts saved")).toBeVisible();
  await expect(owner.getByText("Not saved yet")).toBeHidden();
  const latest = owner.getByRole("region", { name: "Changes" }).getByRole("listitem").first();
  await latest.locator("summary").click();
  await expect(latest.getByRole("row", { name: `Shop telephone ${before} ${after}` })).toBeVisible();
  await expect(async () => {
    expect(await (await owner.request.get("/contact")).text()).toContain(after);
  }).toPass();
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
