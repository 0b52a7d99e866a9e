// nightly: walks through the owner's sweets, staff and settings once more; guards components/forms, components/admin/sweets, components/admin/settings, components/admin/webhooks, components/admin/staff, components/admin/messages
// What the owner does with sweets, people and settings in a browser without JavaScript.
import { admin, expect, fillLogin, shop, test, unique } from "../support/shopper";
import { endSession, invited, listOf, photograph } from "./admin-shop";

test.use({ javaScriptEnabled: false });

test("price, stock and restock of a sweet are plain forms", async ({ owner }) => {
  const sweet = await shop.sweet({ quantity: 5 });
  const row = owner.getByRole("row").nth(1);
  await owner.goto("/admin?tab=products");
  await owner.getByLabel("Search sweets").fill(sweet.name);
  await owner.getByRole("button", { name: "Search" }).click();
  await owner.getByRole("button", { name: `Adjust ${sweet.name}` }).click();
  await owner.getByLabel("Price (₹)").fill("0");
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText("Price must be greater than 0")).toBeVisible();
  await owner.getByLabel("Price (₹)").fill("150");
  await owner.getByLabel("Quantity").fill("7");
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("₹150");
  await owner.getByLabel("Units made").fill("3");
  await owner.getByRole("button", { name: "Restock" }).click();
  await expect(row).toContainText("10");
  await expect(owner.getByRole("status").filter({ hasText: `${sweet.name}: 3 added to stock` })).toBeVisible();
  expect(await shop.sweetNow(sweet.id)).toMatchObject({ price: 150, quantity: 10 });
  await owner.getByLabel("Units made").fill("100000");
  await owner.getByRole("button", { name: "Restock" }).click();
  await expect(owner.getByLabel("Units made")).toHaveAccessibleDescription("Stock can be at most 1,00,000");
  await expect(owner.getByLabel("Units made")).toHaveValue("100000");
});

test("a sweet is added, edited and deleted by plain forms, with its picture; a session that ended leads to the login and back", async ({
  owner,
}) => {
  const name = unique("Plain Barfi");
  const done = (text: string) => owner.getByRole("status").filter({ hasText: text });
  await owner.goto("/admin?tab=products");
  await owner.getByRole("button", { name: "Add Sweet" }).click();
  await expect(owner.getByRole("heading", { level: 1, name: "Add New Sweet" })).toBeVisible();
  await owner.getByLabel("Name").fill("Lost");
  await endSession(owner);
  await owner.getByRole("button", { name: "Add Sweet" }).click();
  await expect(owner).toHaveURL(/\/login\?/);
  await fillLogin(owner, admin);
  await expect(owner.getByRole("heading", { level: 1, name: "Add New Sweet" })).toBeVisible();
  await owner.getByLabel("Name").fill(name);
  await owner.getByLabel("Price").fill("640.50");
  await owner.getByLabel("Featured").check();
  await owner.getByRole("button", { name: "Add Sweet" }).click();
  await expect(owner.getByRole("main").getByRole("alert").filter({ hasText: "Failed to add sweet" })).toBeVisible();
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
  await expect(done("Sweet added successfully")).toBeVisible({ timeout: 30_000 });

  await owner.getByRole("button", { name: `Edit ${name}` }).click();
  await expect(owner.getByLabel("Allergens")).toHaveValue("Nuts, Milk");
  const id = Number(new URL(owner.url()).pathname.match(/\d+/)?.[0]);
  expect((await shop.sweetNow(id)).image).toMatch(/^\/media\//);
  await owner.getByLabel("Price").fill("700");
  await shop.edit(id, { description: "Changed elsewhere." });
  // A second try does not save over it either.
  for (let n = 0; n < 2; n++) {
    await owner.getByRole("button", { name: "Save Changes" }).click();
    await expect(owner.getByText("This sweet has been changed in the meantime.")).toBeVisible();
    await expect(owner.getByLabel("Price")).toHaveValue("700");
  }
  await owner.getByRole("link", { name: "Load the latest version" }).click();
  await expect(owner.getByLabel("Description", { exact: true })).toHaveValue("Changed elsewhere.");
  await owner.getByLabel("Price").fill("700");
  await owner.getByLabel("Remove photo").check();
  await owner.getByRole("button", { name: "Save Changes" }).click();
  await expect(done("Sweet updated successfully")).toBeVisible();
  expect(await shop.sweetNow(id)).toMatchObject({ price: 700, quantity: 12, image: null });

  await owner.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(owner.getByRole("heading", { name: "Are you sure you want to delete this sweet?" })).toBeVisible();
  await owner.getByRole("button", { name: "Delete" }).click();
  await expect(done("Sweet deleted successfully")).toBeVisible();
  await expect(owner.getByRole("button", { name: `Edit ${name}` })).toHaveCount(0);
});

test("packs are added in empty rows, a wrong one comes back, and one is sold", async ({ owner }) => {
  const sweet = await shop.sweet({ quantity: 6, details: { netWeightGrams: 250 }, price: 200 });
  const rowIn = (number: number) => owner.getByRole("group", { name: `Pack ${number}`, exact: true });
  const packs = async () => (await shop.sweetNow(sweet.id)).packs.map(({ label, available }) => [label, available]);
  await owner.goto(`/admin/sweets/${sweet.id}/edit`);
  await owner.getByText("Sell in packs").click();
  // The first empty row stays empty.
  await rowIn(3).getByLabel("Weight (g)").fill("500");
  await rowIn(3).getByLabel("Takes").fill("2");
  await rowIn(3).getByLabel("Sells at (₹)").fill("0");
  await rowIn(3).getByLabel("Default").check();
  await owner.getByRole("button", { name: "Save Changes" }).click();
  await expect(rowIn(2).getByLabel("Sells at (₹)")).toHaveAccessibleDescription("Price must be greater than 0");
  await expect(rowIn(2).getByLabel("Weight (g)")).toHaveValue("500");
  await expect(rowIn(2).getByLabel("Default")).toBeChecked();
  await expect(owner.getByLabel("Price")).toHaveValue("200");
  await rowIn(2).getByLabel("Sells at (₹)").fill("380");
  await owner.getByRole("button", { name: "Save Changes" }).click();
  await expect(owner.getByRole("status").filter({ hasText: "Sweet updated successfully" })).toBeVisible();
  expect(await shop.sweetNow(sweet.id)).toMatchObject({ price: 380, quantity: 3 });
  expect(await packs()).toEqual([
    ["250 g", 6],
    ["500 g", 3],
  ]);

  await owner.goto(`${listOf(sweet)}&adjust=${sweet.id}`);
  await owner.getByLabel("Pack", { exact: true }).nth(1).selectOption("250 g, ₹200");
  await owner.getByRole("button", { name: "Sold at counter" }).click();
  await expect(owner.getByRole("row").nth(1)).toContainText("2 and 1 × 250 g");

  // An emptied row is removed; it was sold, so it is switched off.
  await owner.goto(`/admin/sweets/${sweet.id}/edit`);
  for (const label of ["Weight (g)", "Sells at (₹)"]) await rowIn(1).getByLabel(label).fill("");
  await owner.getByRole("button", { name: "Save Changes" }).click();
  await expect(owner.getByRole("status").filter({ hasText: "Sweet updated successfully" })).toBeVisible();
  expect(await packs()).toEqual([["500 g", 2]]);
});

test("a row of the settings comes and goes, and what was typed stays", async ({ owner }) => {
  await owner.goto("/admin?tab=settings&section=windows");
  const save = () => owner.getByRole("button", { name: "Save", exact: true }).last().click();
  const monday = owner.getByRole("group", { name: "Monday" });
  const added = monday.getByRole("group", { name: "window 4" });
  await monday.getByRole("button", { name: "Add a window on Monday" }).click();
  await expect(added.getByLabel("From")).toBeFocused();
  await added.getByLabel("Orders").fill("x");
  await save();
  await expect(added.getByLabel("Orders")).toHaveAccessibleDescription(/Please enter/);
  await expect(added.getByLabel("Orders")).toHaveValue("x");
  await monday.getByRole("button", { name: "Remove window 4 on Monday" }).click();
  await expect(added).toHaveCount(0);
  // As they were: the windows are the whole shop's.
  await save();
  await expect(owner.getByRole("status")).toHaveText(/saved$/);
});

test("a search word is added and removed", async ({ owner }) => {
  const word = unique("word").replaceAll(" ", "");
  await owner.goto("/admin/search-words");
  const add = async (typed: string) => {
    await owner.getByLabel("Customers type").fill(typed);
    await owner.getByRole("button", { name: "Add", exact: true }).click();
  };
  await owner.getByLabel("The sweets say").fill("gudapak");
  await add("two words");
  await expect(owner.getByLabel("Customers type")).toHaveAccessibleDescription(/one word/);
  await expect(owner.getByLabel("The sweets say")).toHaveValue("gudapak");
  await add(word);
  await expect(owner.getByRole("status").filter({ hasText: word })).toBeVisible();
  const row = owner.getByRole("row").filter({ hasText: word });
  await row.getByRole("button", { name: /^Remove/ }).click();
  await expect(row).toHaveCount(0);
});

test("a webhook is added with its secret, tested, switched off and deleted", async ({ owner }) => {
  // No name server knows it.
  const host = `${unique("erp").replaceAll(" ", "-")}.invalid`;
  const add = async (address: string) => {
    await owner.getByLabel("Address").fill(address);
    await owner.getByRole("button", { name: "Add the webhook" }).click();
  };
  await owner.goto("/admin/webhooks");
  await owner.getByLabel(/^order\.created/).check();
  await add("https://10.0.0.1/hook");
  await expect(owner.getByText("This is no public address")).toBeVisible();
  await expect(owner.getByLabel(/^order\.created/)).toBeChecked();
  await add(`https://${host}/hook`);
  await expect(owner.getByLabel(`Secret for ${host}`)).toHaveValue(/^whsec_.{44}$/);
  await owner.goto("/admin/webhooks");
  await owner.getByRole("link", { name: `https://${host}/hook` }).click();
  await owner.getByRole("button", { name: "Make a new secret" }).click();
  await expect(owner.getByLabel(`Secret for ${host}`)).toHaveValue(/^whsec_.{44}$/);
  await owner.getByRole("button", { name: "Send a test" }).click();
  await expect(owner.getByRole("button", { name: "Send test again" })).toBeVisible();
  await owner.getByLabel("Switched on").uncheck();
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText("Webhook saved").first()).toBeVisible();
  await owner.getByRole("link", { name: "Delete the webhook" }).click();
  await owner.getByRole("button", { name: "Delete" }).click();
  await expect(owner.getByRole("heading", { name: "New webhook" })).toBeVisible();
  await expect(owner.getByText(host)).toHaveCount(0);
});

test("the owner reads who has forgotten the password, and deals with it", async ({ owner, request }) => {
  const { email } = await shop.customer();
  for (const data of [{ email }, { email: "nobody@example.com" }])
    expect((await request.post("/api/auth/forgot", { data })).status()).toBe(202);
  await owner.goto("/admin/messages?show=waiting");
  await expect(owner.getByText("nobody@example.com")).toHaveCount(0);
  const card = owner.getByRole("listitem").filter({ hasText: email }).filter({ hasText: "New password" });
  await expect(card.getByRole("link", { name: "Make a link" })).toHaveAttribute(
    "href",
    `/admin/customers?search=${encodeURIComponent(email)}`,
  );
  await card.getByRole("button", { name: /^Done.*New password$/ }).click();
  await expect(card).toHaveCount(0);
});

test("somebody is invited and switched off", async ({ owner }) => {
  const { name } = await invited(owner, "counter");
  await owner.goto("/admin/staff");
  await owner.getByRole("button", { name: `Switch ${name} off` }).click();
  await expect(owner.getByRole("row", { name }).getByText("Switched off", { exact: true })).toBeVisible();
});
