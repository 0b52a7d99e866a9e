import { endSession, expect, fillIn, photograph, test, toastOf, unique } from "./admin-shop";

const PRODUCTS = "/admin?tab=products";

test("the owner finds a sweet by a part of its name, by category and by both", async ({ owner, shop }) => {
  const word = unique("Zafrani").replaceAll(" ", "");
  await shop.sweet({ name: `${word} Peda`, category: "Traditional Sweets" });
  await shop.sweet({ name: `${word} Cake`, category: "Cakes" });
  await owner.goto(PRODUCTS);
  await owner.getByLabel("Search sweets").fill(word.slice(2).toUpperCase());
  await expect(owner.getByText(/^Showing 2 of \d+ sweets$/)).toBeVisible();
  await owner.getByLabel("Category").selectOption("Cakes");
  await expect(owner.getByText(/^Showing 1 of \d+ sweets$/)).toBeVisible();
  await expect(owner.getByRole("row").filter({ hasText: `${word} Cake` })).toBeVisible();
  await expect(owner).toHaveURL(/category=Cakes/);
  await owner.getByLabel("Search sweets").fill("no such sweet");
  await expect(owner.getByRole("heading", { name: "No sweets found" })).toBeVisible();
  await expect(owner.getByText("Try adjusting your search or filter criteria")).toBeVisible();
});

test("a row shows price, stock and badges", async ({ owner, shop }) => {
  const word = unique("Badge");
  await shop.sweet({ name: `${word} full`, stock: 5, price: 1234.5 });
  await shop.sweet({ name: `${word} low`, stock: 4 });
  await shop.sweet({ name: `${word} out`, stock: 0 });
  await owner.goto(`${PRODUCTS}&search=${encodeURIComponent(word)}&sort=stock:asc`);
  const rows = owner.getByRole("row");
  await expect(rows.nth(1)).toContainText("Out of Stock");
  await expect(rows.nth(1)).not.toContainText("Low Stock");
  await expect(rows.nth(2)).toContainText("In Stock");
  await expect(rows.nth(2)).toContainText("Low Stock");
  await expect(rows.nth(3)).toContainText("₹1,234.50");
  await expect(rows.nth(3)).not.toContainText("Low Stock");
});

test("adds a sweet with a picture, which the shop shows at once", async ({ owner, page }) => {
  const name = unique("Anjeer Barfi");
  await owner.goto(PRODUCTS);
  await owner.getByRole("button", { name: "Add Sweet" }).click();
  const dialog = owner.getByRole("dialog", { name: "Add New Sweet" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByRole("button", { name: "Add Sweet" }).click();
  for (const text of [
    "Name must be at least 2 characters",
    "Please select a category",
    "Please enter a description",
    "Price must be greater than 0",
    "Quantity must be 0 or greater",
  ])
    await expect(dialog.getByText(text)).toBeVisible();
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
  const row = owner.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("₹640.50");
  const slug = name.toLowerCase().replaceAll(" ", "-");
  await expect(async () => {
    await page.goto(`/products/${slug}`);
    await expect(page.getByRole("heading", { name })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByAltText("Squares of fig fudge").first()).toBeVisible();
});

test("edits a sweet, and says so when somebody else has changed it in the meantime", async ({ owner, shop }) => {
  const sweet = await shop.sweet({ name: unique("Kesar Peda"), price: 300, stock: 10 });
  await owner.goto(`${PRODUCTS}&search=${encodeURIComponent(sweet.name)}`);
  await owner.getByRole("button", { name: `Edit ${sweet.name}` }).click();
  const dialog = owner.getByRole("dialog", { name: "Edit Sweet" });
  await expect(dialog.getByLabel("Name")).toHaveValue(sweet.name);
  await dialog.getByLabel("Price").fill("320");
  await shop.edit(sweet.id, { description: "Changed elsewhere." });
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Failed to update sweet");
  await expect(dialog.getByRole("alert")).toContainText("This sweet has been changed in the meantime.");
  await expect(owner.locator(".toast")).toHaveCount(0);
  await expect(dialog.getByLabel("Price")).toHaveValue("320");
  await dialog.getByRole("button", { name: "Load the latest version" }).click();
  await expect(dialog.getByLabel("Description", { exact: true })).toHaveValue("Changed elsewhere.");
  await expect(dialog.getByLabel("Price")).toHaveValue("320");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(owner, "Sweet updated successfully")).toBeVisible();
  await expect(owner.getByRole("row").nth(1)).toContainText("₹320");
  expect((await shop.sweetNow(sweet.id)).price).toBe(320);
});

test("an edit of the stock changes it by the typed difference, so that a sale in the meantime is not undone", async ({
  owner,
  shop,
}) => {
  const sweet = await shop.sweet({ name: unique("Laddoo"), stock: 20 });
  const buyer = await shop.customer();
  await owner.goto(`${PRODUCTS}&search=${encodeURIComponent(sweet.name)}`);
  await owner.getByRole("button", { name: `Adjust ${sweet.name}` }).click();
  await shop.order(buyer, [{ productId: sweet.id, quantity: 3 }]);
  await owner.getByLabel("Quantity").fill("25");
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(toastOf(owner, "Sweet updated successfully")).toBeVisible();
  expect((await shop.sweetNow(sweet.id)).quantity).toBe(22);
  await expect(owner.getByLabel("Quantity")).toHaveValue("22");
});

test("restocks, sells at the counter, and reads why stock changed", async ({ owner, shop }) => {
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
  const history = owner.getByRole("table", { name: "Stock history" });
  await expect(history.getByRole("row").nth(1)).toContainText("Sold at the counter");
  await expect(history.getByRole("row").nth(1)).toContainText("-4");
  await expect(history.getByRole("row").nth(2)).toContainText("Restock");
  await expect(history.getByRole("row").nth(2)).toContainText("+10");
  await expect(history.getByRole("row").nth(3)).toContainText("First stock");
});

test("asks for confirmation before a sweet is deleted", async ({ owner, shop }) => {
  const sweet = await shop.sweet({ name: unique("Gone") });
  await owner.goto(`${PRODUCTS}&search=${encodeURIComponent(sweet.name)}`);
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

test("an edit whose details cannot be loaded falls back to the list, and says so in the console", async ({
  owner,
  shop,
  errors,
}) => {
  const sweet = await shop.sweet({ name: unique("Offline") });
  await owner.goto(`${PRODUCTS}&search=${encodeURIComponent(sweet.name)}`);
  const said = owner.waitForEvent("console", (message) => message.text().includes("could not be loaded"));
  await owner.route(/admin/, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await owner.getByRole("button", { name: `Edit ${sweet.name}` }).click();
  await said;
  await expect(owner.getByRole("dialog", { name: "Edit Sweet" }).getByLabel("Name")).toHaveValue(sweet.name);
  errors.splice(0, errors.length, ...errors.filter((text) => !text.includes("ERR_FAILED")));
});

test("a dialog asks for confirmation before it discards what was typed", async ({ owner, shop }) => {
  const sweet = await shop.sweet({ name: unique("Unsaved") });
  await owner.goto(`${PRODUCTS}&search=${encodeURIComponent(sweet.name)}`);
  await owner.getByRole("button", { name: `Edit ${sweet.name}` }).click();
  const dialog = owner.getByRole("dialog", { name: "Edit Sweet" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await owner.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await owner.getByRole("button", { name: `Edit ${sweet.name}` }).click();
  await dialog.getByLabel("Description", { exact: true }).fill("Typed and not saved.");
  const question = owner.getByRole("alertdialog", { name: "Close without saving?" });
  for (const close of [
    () => owner.keyboard.press("Escape"),
    () => dialog.getByRole("button", { name: "Cancel" }).click(),
  ]) {
    await close();
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(dialog.getByLabel("Description", { exact: true })).toHaveValue("Typed and not saved.");
  }
  await dialog.getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
});

test("a session that ended leads to the login and back to the form, with what was typed", async ({
  owner,
  shop,
  errors,
}) => {
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
  // The browser itself reports the refused upload.
  errors.splice(0, errors.length, ...errors.filter((text) => !text.includes("401")));
});

test("a long name, price and stock scroll nothing sideways on the narrowest phones, in the list and in its dialogs", async ({
  owner,
  shop,
}) => {
  const sweet = await shop.sweet({
    name: unique(`Kaju${"katli".repeat(20)}`).slice(0, 120),
    price: 999_999.99,
    stock: 99_999,
  });
  await shop.reserve(await shop.customer(), sweet.id, 2_000);
  for (const width of [320, 360, 390]) {
    await owner.setViewportSize({ width, height: 800 });
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
  }
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

  test("a sweet is added, edited and deleted by plain forms, with its picture", async ({ owner, shop }) => {
    const name = unique("Plain Barfi");
    await owner.goto(PRODUCTS);
    await owner.getByRole("button", { name: "Add Sweet" }).click();
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

  test("a session that ended leads to the login and back to the form", async ({ owner }) => {
    await owner.goto("/admin/sweets/new");
    await owner.getByLabel("Name").fill("Lost");
    await endSession(owner);
    await owner.getByRole("button", { name: "Add Sweet" }).click();
    await expect(owner).toHaveURL(/\/login\?/);
    await fillIn(owner);
    await expect(owner.getByRole("heading", { name: "Add New Sweet" })).toBeVisible();
  });
});
