// The owner's sweets. Badges, fields, stale versions and what cannot be loaded: tests/components/admin-sweets.test.tsx and
// admin-adjust-sweet.test.tsx; the search: tests/domain/admin.test.ts; what was typed and not saved: form-dialog.test.tsx.
import { expectAccessible } from "../support/accessible";
import { admin, expect, fillLogin, shop, test, toastOf, unique } from "../support/shopper";
import { endSession, listOf, photograph } from "./admin-shop";

test("adds a sweet with a picture, which the shop shows at once", async ({ owner }) => {
  const name = unique("Anjeer Barfi");
  await owner.goto("/admin?tab=products");
  await owner.getByRole("button", { name: "Add Sweet" }).click();
  const dialog = owner.getByRole("dialog", { name: "Add New Sweet" });
  await expect(dialog.getByLabel("By weight")).toBeFocused();
  await owner.keyboard.press("Space");
  await dialog.getByRole("button", { name: "Add Sweet" }).click();
  await expect(dialog.getByText("Name must be at least 2 characters")).toBeVisible();
  await expectAccessible(owner);
  await dialog.getByLabel("Name").fill(name);
  await owner.getByLabel("Category").selectOption("Sugar-Free");
  await owner.getByLabel("Description").fill("Figs and dates, slowly cooked.");
  await dialog.getByRole("button", { name: "250 g" }).click();
  await owner.getByLabel("Price").fill("640.50");
  await dialog.getByLabel("Quantity").fill("12");
  await dialog.getByText("Food facts").click();
  await dialog.getByLabel("Vegetarian").selectOption("yes");

  const field = owner.getByLabel("Image");
  await field.setInputFiles({ name: "list.png", mimeType: "image/png", buffer: Buffer.from("not a picture at all") });
  await expect(dialog.getByText("The picture must be a JPEG, PNG or WebP file.")).toBeVisible();
  await field.setInputFiles(await photograph("barfi.png"));
  await expect(dialog.getByAltText("The chosen photo")).toBeVisible();
  await dialog.getByLabel("Zoom").fill("2");
  await dialog.getByLabel("Part of the photo").press("ArrowRight");
  await dialog.getByLabel("Alt text").fill("Squares of fig fudge");
  await dialog.getByRole("button", { name: "Add Sweet" }).click();

  // The picture is made into six files first.
  await expect(toastOf(owner, "Sweet added successfully")).toBeVisible({ timeout: 30_000 });
  await expect(dialog).toBeHidden();
  await expect(owner.getByRole("row").filter({ hasText: name })).toContainText("₹640.50");
  const path = `/products/${name.toLowerCase().replaceAll(" ", "-")}`;
  await expect.poll(async () => (await owner.request.get(path)).status()).toBe(200);
  await owner.goto(path);
  await expect(owner.getByRole("heading", { name })).toBeVisible();
  await expect(owner.getByAltText("Squares of fig fudge").first()).toBeVisible();
});

test("edits a sweet that somebody else has changed, and its stock by the typed difference, so that no sale is undone", async ({
  owner,
}) => {
  const sweet = await shop.sweet({ price: 300 });
  await owner.goto("/admin?tab=products");
  await owner.getByLabel("Search sweets").fill(sweet.name.slice(1).toUpperCase());
  await expect(owner.getByText(/^Showing 1 of \d+ sweets$/)).toBeVisible();
  await owner.getByRole("button", { name: `Edit ${sweet.name}` }).click();
  const dialog = owner.getByRole("dialog", { name: "Edit Sweet" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByLabel("Price").fill("320");
  await shop.edit(sweet.id, { description: "Changed elsewhere." });
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Failed to update sweet");
  await expect(dialog.getByRole("alert")).toContainText("This sweet has been changed in the meantime.");
  await expect(owner.locator(".toast")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Load the latest version" }).click();
  await expect(dialog.getByLabel("Description", { exact: true })).toHaveValue("Changed elsewhere.");
  await expect(dialog.getByLabel("Price")).toHaveValue("320");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(owner, "Sweet updated successfully")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(owner.getByRole("row").nth(1)).toContainText("₹320");

  // By keyboard, while a customer orders.
  await owner.getByLabel("Sort").focus();
  for (let n = 0; n < 2; n++) await owner.keyboard.press("Tab");
  await expect(owner.getByRole("button", { name: `Adjust ${sweet.name}` })).toBeFocused();
  await owner.keyboard.press("Space");
  await owner.getByRole("button", { name: `Delete ${sweet.name}` }).focus();
  for (let n = 0; n < 2; n++) await owner.keyboard.press("Tab");
  await expect(owner.getByLabel("Quantity")).toBeFocused();
  await shop.order(await shop.customer(), [{ productId: sweet.id, quantity: 3 }]);
  await owner.keyboard.press("ControlOrMeta+a");
  await owner.keyboard.type("25");
  await owner.keyboard.press("Enter");
  await expect(owner.getByLabel("Quantity")).toHaveValue("22");
  expect(await shop.sweetNow(sweet.id)).toMatchObject({ price: 320, quantity: 22 });
});

test("restocks, sells at the counter, reads why stock changed, and deletes the sweet after a question", async ({
  owner,
}) => {
  const sweet = await shop.sweet({ quantity: 2 });
  await owner.goto(listOf(sweet));
  await owner.getByRole("button", { name: `Adjust ${sweet.name}` }).click();
  await owner.getByLabel("Pieces made").fill("10");
  await owner.getByRole("button", { name: "Restock" }).click();
  await expect(toastOf(owner, `${sweet.name}: 10 added to stock`)).toBeVisible();
  await owner.getByLabel("Pieces sold").fill("50");
  await owner.getByRole("button", { name: "Sold at counter" }).click();
  await expect(toastOf(owner, "Purchase failed due to insufficient quantity")).toBeVisible();
  await owner.getByLabel("Pieces sold").fill("4");
  await owner.getByRole("button", { name: "Sold at counter" }).click();
  await expect(toastOf(owner, "Purchase successful")).toBeVisible();
  await expect(owner.getByRole("row").nth(1)).toContainText("8");
  await owner.getByRole("link", { name: "Stock history" }).click();
  const rows = owner.getByRole("table", { name: "Stock history" }).getByRole("row");
  await expect(rows.nth(1)).toContainText("Sold at the counter");
  await expect(rows.nth(1)).toContainText("-4");
  await expect(rows.nth(2)).toContainText("Restock");
  await expect(rows.nth(2)).toContainText("+10");
  await expect(rows.nth(3)).toContainText("First stock");
  await owner.goBack();

  await owner.getByRole("button", { name: `Delete ${sweet.name}` }).click();
  const question = owner.getByRole("alertdialog", { name: "Are you sure you want to delete this sweet?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await owner.getByRole("button", { name: `Delete ${sweet.name}` }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(owner, "Sweet deleted successfully")).toBeVisible();
  await expect(owner.getByRole("heading", { name: "Sweet Management" })).toBeFocused();
  await expect(owner.getByRole("heading", { name: "No sweets found" })).toBeVisible();
});

test.describe("a session that ended", () => {
  // The browser reports the refused upload.
  test.use({ allowed: /401/ });

  test("leads to the login and back to the form, with what was typed", async ({ owner }) => {
    const sweet = await shop.sweet({ price: 300 });
    await owner.goto(listOf(sweet));
    await owner.getByRole("button", { name: `Edit ${sweet.name}` }).click();
    const dialog = owner.getByRole("dialog", { name: "Edit Sweet" });
    await dialog.getByLabel("Price").fill("345");
    await owner.getByLabel("Image").setInputFiles(await photograph());
    await expect(dialog.getByAltText("The chosen photo")).toBeVisible();
    await endSession(owner);
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(owner).toHaveURL(new RegExp(`/login\\?next=.*edit%3D${sweet.id}$`));
    await fillLogin(owner, admin);
    await expect(dialog.getByLabel("Price")).toHaveValue("345");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(toastOf(owner, "Sweet updated successfully")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(owner).toHaveURL(/\/admin\?tab=products$/);
    expect((await shop.sweetNow(sweet.id)).price).toBe(345);
  });
});
