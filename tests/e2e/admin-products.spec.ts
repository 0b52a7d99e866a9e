import sharp from "sharp";
import { expect, test, toastOf, unique } from "./admin-shop";

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
  const picture = await sharp({ create: { width: 1200, height: 900, channels: 3, background: "#b86a00" } })
    .png()
    .toBuffer();
  await owner.goto(PRODUCTS);
  await owner.getByRole("button", { name: "Add Sweet" }).click();
  const dialog = owner.getByRole("dialog", { name: "Add New Sweet" });
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
  await field.setInputFiles({ name: "barfi.png", mimeType: "image/png", buffer: picture });
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

test("edits a sweet, and tells when somebody else has meanwhile", async ({ owner, shop, errors }) => {
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
  await expect(toastOf(owner, "Failed to update sweet")).toBeVisible();
  await expect(dialog.getByLabel("Price")).toHaveValue("320");
  await dialog.getByRole("button", { name: "Load the latest version" }).click();
  await expect(dialog.getByLabel("Description", { exact: true })).toHaveValue("Changed elsewhere.");
  await expect(dialog.getByLabel("Price")).toHaveValue("320");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(owner, "Sweet updated successfully")).toBeVisible();
  await expect(owner.getByRole("row").nth(1)).toContainText("₹320");
  expect((await shop.sweetNow(sweet.id)).price).toBe(320);
  // The browser itself reports the refused request.
  errors.splice(0, errors.length, ...errors.filter((text) => !text.includes("409")));
});

test("an edit of stock changes it by what was typed, so that a sale meanwhile is not undone", async ({
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

test("asks before it deletes", async ({ owner, shop }) => {
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
  });
});
