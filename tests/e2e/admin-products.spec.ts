// The owner's sweets. Badges, fields, stale versions and what cannot be loaded: tests/components/admin-sweets.test.tsx and
// admin-adjust-sweet.test.tsx; the search: tests/domain/admin.test.ts; what was typed and not saved: form-dialog.test.tsx. Slow: pictures
// are derived, and forms are walked with and without JavaScript.
import { expectAccessible } from "../support/accessible";
import { endSession, expect, fillIn, photograph, test, toastOf, unique } from "./admin-shop";

const PRODUCTS = "/admin?tab=products";

test("adds a sweet with a picture, which the shop shows at once", async ({ owner }) => {
  const name = unique("Anjeer Barfi");
  await owner.goto(PRODUCTS);
  await owner.getByRole("button", { name: "Add Sweet" }).click();
  const dialog = owner.getByRole("dialog", { name: "Add New Sweet" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByRole("button", { name: "Add Sweet" }).click();
  await expect(dialog.getByText("Name must be at least 2 characters")).toBeVisible();
  await expectAccessible(owner);
  await dialog.getByLabel("Name").fill(name);
  await owner.getByLabel("Category").selectOption("Sugar-Free");
  await owner.getByLabel("Description").fill("Figs and dates, slowly cooked.");
  await owner.getByLabel("Price").fill("640.50");
  await dialog.getByLabel("Quantity").fill("12");
  await dialog.getByLabel("Featured").check();
  await dialog.getByText("Food facts").click();
  await dialog.getByLabel("Net weight").fill("250");
  await dialog.getByLabel("Allergens").fill("Nuts, Milk");
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
  shop,
}) => {
  const sweet = await shop.sweet({ name: unique("Kesar Peda"), price: 300, stock: 20 });
  await owner.goto(PRODUCTS);
  await owner.getByLabel("Search sweets").fill(sweet.name.slice(1).toUpperCase());
  await expect(owner.getByText(/^Showing 1 of \d+ sweets$/)).toBeVisible();
  await owner.getByRole("button", { name: `Edit ${sweet.name}` }).click();
  const dialog = owner.getByRole("dialog", { name: "Edit Sweet" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByLabel("Price").fill("320");
  await owner.keyboard.press("Escape");
  const question = owner.getByRole("alertdialog", { name: "Close without saving?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
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
  shop,
}) => {
  const sweet = await shop.sweet({ name: unique("Barfi"), stock: 2 });
  await owner.goto(`${PRODUCTS}&search=${encodeURIComponent(sweet.name)}`);
  await owner.getByRole("button", { name: `Adjust ${sweet.name}` }).click();
  await owner.getByLabel("Units made").fill("10");
  await owner.getByRole("button", { name: "Restock" }).click();
  await expect(toastOf(owner, `${sweet.name}: 10 added to stock`)).toBeVisible();
  await owner.getByLabel("Units sold").fill("50");
  await owner.getByRole("button", { name: "Sold at counter" }).click();
  await expect(
    owner.getByRole("alert").filter({ hasText: "Purchase failed due to insufficient quantity" }).first(),
  ).toBeVisible();
  await owner.getByLabel("Units sold").fill("4");
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

  test("leads to the login and back to the form, with what was typed", async ({ owner, shop }) => {
    const sweet = await shop.sweet({ name: unique("Session"), price: 300, stock: 9 });
    await owner.goto(`${PRODUCTS}&search=${encodeURIComponent(sweet.name)}`);
    await owner.getByRole("button", { name: `Edit ${sweet.name}` }).click();
    const dialog = owner.getByRole("dialog", { name: "Edit Sweet" });
    await dialog.getByLabel("Price").fill("345");
    await owner.getByLabel("Image").setInputFiles(await photograph());
    await expect(dialog.getByAltText("The chosen photo")).toBeVisible();
    await endSession(owner);
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(owner).toHaveURL(new RegExp(`/login\\?next=.*sweets%2F${sweet.id}%2Fedit`));
    await fillIn(owner);
    await expect(owner.getByRole("heading", { name: "Edit Sweet" })).toBeVisible();
    await expect(owner.getByLabel("Price")).toHaveValue("345");
    await owner.getByRole("button", { name: "Save Changes" }).click();
    await expect(toastOf(owner, "Sweet updated successfully")).toBeVisible();
    expect((await shop.sweetNow(sweet.id)).price).toBe(345);
  });
});

test("a long name, price and stock scroll nothing sideways on the narrowest phone, in the list and in its dialogs", async ({
  owner,
  shop,
}) => {
  const sweet = await shop.sweet({
    name: unique(`Kaju${"katli".repeat(20)}`).slice(0, 120),
    price: 999_999.99,
    stock: 99_999,
  });
  await shop.reserve(await shop.customer(), sweet.id, 2_000);
  await owner.setViewportSize({ width: 320, height: 800 });
  await owner.goto(`${PRODUCTS}&search=${encodeURIComponent(sweet.name.slice(0, 100))}`);
  const fits = async () =>
    expect(
      await owner.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll(".dialog, .dialog .body")].every(
          (box) => box.scrollWidth <= box.clientWidth,
        ),
      ),
    ).toBe(true);
  await expect(owner.getByText("97999 free, 2000 held")).toBeVisible();
  await fits();
  await owner.getByRole("button", { name: `Adjust ${sweet.name}` }).click();
  await fits();
  await owner.getByRole("button", { name: `Edit ${sweet.name}` }).click();
  await expect(owner.getByRole("dialog", { name: "Edit Sweet" }).getByLabel("Name")).toBeVisible();
  await fits();
  await owner.keyboard.press("Escape");
  await owner.getByRole("button", { name: `Delete ${sweet.name}` }).click();
  await expect(owner.getByRole("alertdialog")).toBeVisible();
  await fits();
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });

  test("price, stock and restock are plain forms", async ({ owner, shop }) => {
    const sweet = await shop.sweet({ name: unique("Plain"), price: 100, stock: 5 });
    await owner.goto(PRODUCTS);
    await owner.getByLabel("Search sweets").fill(sweet.name);
    await owner.getByRole("button", { name: "Search" }).click();
    await owner.getByRole("button", { name: `Adjust ${sweet.name}` }).click();
    await owner.getByLabel("Price (₹)").fill("0");
    await owner.getByRole("button", { name: "Save" }).click();
    await expect(owner.getByText("Price must be greater than 0")).toBeVisible();
    await owner.getByLabel("Price (₹)").fill("150");
    await owner.getByLabel("Quantity").fill("7");
    await owner.getByRole("button", { name: "Save" }).click();
    await expect(owner.getByRole("row").nth(1)).toContainText("₹150");
    await owner.getByLabel("Units made").fill("3");
    await owner.getByRole("button", { name: "Restock" }).click();
    await expect(owner.getByRole("row").nth(1)).toContainText("10");
    await expect(owner.getByRole("status").filter({ hasText: `${sweet.name}: 3 added to stock` })).toBeVisible();
    expect(await shop.sweetNow(sweet.id)).toMatchObject({ price: 150, quantity: 10 });
    await owner.getByLabel("Units made").fill("100000");
    await owner.getByRole("button", { name: "Restock" }).click();
    await expect(owner.getByLabel("Units made")).toHaveAccessibleDescription("Stock can be at most 1,00,000");
    await expect(owner.getByLabel("Units made")).toHaveValue("100000");
  });

  test("a sweet is added, edited and deleted by plain forms, with its picture; a session that ended leads to the login and back", async ({
    owner,
    shop,
  }) => {
    const name = unique("Plain Barfi");
    await owner.goto(PRODUCTS);
    await owner.getByRole("button", { name: "Add Sweet" }).click();
    await expect(owner.getByRole("heading", { level: 1, name: "Add New Sweet" })).toBeVisible();
    await owner.getByLabel("Name").fill("Lost");
    await endSession(owner);
    await owner.getByRole("button", { name: "Add Sweet" }).click();
    await expect(owner).toHaveURL(/\/login\?/);
    await fillIn(owner);
    await expect(owner.getByRole("heading", { level: 1, name: "Add New Sweet" })).toBeVisible();
    await owner.getByLabel("Name").fill(name);
    await owner.getByLabel("Price").fill("640.50");
    await owner.getByLabel("Featured").check();
    await owner.getByRole("button", { name: "Add Sweet" }).click();
    await expect(owner.getByRole("alert").filter({ hasText: "Failed to add sweet" })).toBeVisible();
    for (const text of ["Please select a category", "Please enter a description", "Quantity must be 0 or greater"])
      await expect(owner.getByText(text)).toBeVisible();
    await expect(owner.getByLabel("Name")).toHaveValue(name);
    await expect(owner.getByLabel("Price")).toHaveValue("640.50");
    await expect(owner.getByLabel("Featured")).toBeChecked();
    await owner.getByLabel("Category").selectOption("Sugar-Free");
    await owner.getByLabel("Description").fill("Figs,\nslowly cooked.");
    await owner.getByLabel("Quantity").fill("12");
    await owner.getByLabel("Allergens").fill("Nuts, Milk");
    const wrong = { name: "list.png", mimeType: "image/png", buffer: Buffer.from("not a picture") };
    await owner.getByLabel("Image").setInputFiles(wrong);
    await owner.getByRole("button", { name: "Add Sweet" }).click();
    await expect(owner.getByText("The picture must be a JPEG, PNG or WebP file.").first()).toBeVisible();
    await expect(owner.getByLabel("Category")).toHaveValue("Sugar-Free");
    await owner.getByLabel("Image").setInputFiles(await photograph());
    await owner.getByRole("button", { name: "Add Sweet" }).click();
    await expect(owner.getByRole("status").filter({ hasText: "Sweet added successfully" })).toBeVisible({
      timeout: 30_000,
    });

    await owner.getByRole("button", { name: `Edit ${name}` }).click();
    await expect(owner.getByLabel("Allergens")).toHaveValue("Nuts, Milk");
    const id = Number(new URL(owner.url()).pathname.match(/\d+/)?.[0]);
    expect((await shop.sweetNow(id)).image).toMatch(/^\/media\//);
    await owner.getByLabel("Price").fill("700");
    await shop.edit(id, { description: "Changed elsewhere." });
    await owner.getByRole("button", { name: "Save Changes" }).click();
    await expect(owner.getByText("This sweet has been changed in the meantime.")).toBeVisible();
    await expect(owner.getByLabel("Price")).toHaveValue("700");
    // A second try does not save over it either.
    await owner.getByRole("button", { name: "Save Changes" }).click();
    await expect(owner.getByText("This sweet has been changed in the meantime.")).toBeVisible();
    await owner.getByRole("link", { name: "Load the latest version" }).click();
    await expect(owner.getByLabel("Description", { exact: true })).toHaveValue("Changed elsewhere.");
    await owner.getByLabel("Price").fill("700");
    await owner.getByLabel("Remove photo").check();
    await owner.getByRole("button", { name: "Save Changes" }).click();
    await expect(owner.getByRole("status").filter({ hasText: "Sweet updated successfully" })).toBeVisible();
    expect(await shop.sweetNow(id)).toMatchObject({ price: 700, quantity: 12, image: null });

    await owner.getByRole("button", { name: `Delete ${name}` }).click();
    await expect(owner.getByRole("heading", { name: "Are you sure you want to delete this sweet?" })).toBeVisible();
    await owner.getByRole("button", { name: "Delete" }).click();
    await expect(owner.getByRole("status").filter({ hasText: "Sweet deleted successfully" })).toBeVisible();
    await expect(owner.getByRole("button", { name: `Edit ${name}` })).toHaveCount(0);
  });
});
