// Packs on the public pages: choosing one on a card and on a product page, with and without JavaScript, and by the address. What the
// pages say over HTTP is in tests/api/storefront.test.ts. Slow: each of its tests opens lists and product pages, and waits until they
// have been made anew.
import { cartLink, db, expect, type Page, quantityOf, test } from "../support/shopper";
import { aTray, type Tray } from "../support/trays";

const packsOf = (page: Page, { name }: Tray) => page.getByRole("radiogroup", { name: `Pack of ${name}` });
const radio = (page: Page, tray: Tray, label: string) =>
  packsOf(page, tray).getByRole("radio", { name: new RegExp(`^${label}`) });
const card = (page: Page, { name }: Tray) => page.getByRole("article").filter({ hasText: name });
const search = ({ name }: Tray) => `/products?search=${encodeURIComponent(name)}`;
const priceOf = (page: Page) => page.locator("h1 ~ p").filter({ hasText: "per 100 g" });
const linesOf = async ({ id }: Tray) =>
  (
    await db`select p.label, l.quantity from cart_lines l join packs p on p.id = l.pack_id where l.sweet_id = ${id} order by p.units`
  ).map(({ label, quantity }) => `${quantity} × ${label}`);

test("the arrow keys choose a pack on a card; price, number, link and cart follow", async ({ page }) => {
  const tray = await aTray(9);
  await page.goto(search(tray));
  const shown = card(page, tray);
  // Before hydration the text of every pack is in the card, and CSS shows that of the chosen one.
  const expectShown = (text: string) => expect(shown).toContainText(text, { useInnerText: true });
  await expect(radio(page, tray, "500 g")).toBeChecked();
  await expectShown("₹679");
  await expectShown("₹135.80 per 100 g");
  await expectShown("Quantity Available: 4");
  await shown.getByRole("heading").getByRole("link").focus();
  await page.keyboard.press("Tab");
  await expect(radio(page, tray, "500 g")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(radio(page, tray, "250 g")).toBeChecked();
  await expectShown("₹349");
  await expectShown("₹139.60 per 100 g");
  await expectShown("Quantity Available: 9");
  await page.keyboard.press("ArrowLeft");
  await expect(radio(page, tray, "1 kg")).toBeChecked();
  await expectShown("Quantity Available: 2");
  await expect(shown.getByRole("spinbutton")).toHaveAttribute("max", "2");
  await shown.getByRole("button", { name: "Add to Cart" }).click();
  await expect(page.getByText("Product has been added to your cart.")).toBeVisible();
  await expectShown("Quantity Available: 1");
  expect(await linesOf(tray)).toEqual(["1 × 1 kg"]);
  expect(await quantityOf(tray)).toBe(5);
  await expect(radio(page, tray, "1 kg")).toBeChecked();
  await radio(page, tray, "500 g").check();
  await expectShown("Quantity Available: 2");

  await radio(page, tray, "250 g").check();
  const [path, query] = [`/products/${tray.slug}`, `?pack=${tray.pack("250 g")}`];
  await shown.getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(path + query);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(tray.name);
  await expect(radio(page, tray, "250 g")).toBeChecked();
  await expect(priceOf(page)).toHaveText("₹349₹139.60 per 100 g");
  await expect(page.getByText("Quantity Available: 5").first()).toBeVisible();
});

test("choosing on the page changes its address without leaving it; Back, a reload and a link to another pack follow", async ({
  page,
}) => {
  const tray = await aTray(9);
  const path = `/products/${tray.slug}`;
  const large = `pack=${tray.pack("1 kg")}`;
  await page.goto(`${path}?utm_source=mail`);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await radio(page, tray, "1 kg").check();
  await expect(page).toHaveURL(`${path}?utm_source=mail&${large}`);
  await expect(priceOf(page)).toHaveText("₹1,319₹131.90 per 100 g");
  expect(requests.filter((url) => url.includes(path))).toEqual([]);
  await page.getByRole("link", { name: "Products", exact: true }).last().click();
  await expect(page).toHaveURL("/products");
  await page.goBack();
  await expect(page).toHaveURL(`${path}?utm_source=mail&${large}`);
  await expect(radio(page, tray, "1 kg")).toBeChecked();
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  await page.reload();
  await expect(radio(page, tray, "1 kg")).toBeChecked();
  await expect(packsOf(page, tray).getByRole("radio", { checked: true })).toHaveCount(1);

  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText("Product has been added to your cart.")).toBeVisible();
  await expect(page.getByText("Quantity Available: 1").first()).toBeVisible();
  await expect(page).toHaveURL(`${path}?utm_source=mail&${large}`);
  await radio(page, tray, "500 g").check();
  await expect(page).toHaveURL(`${path}?utm_source=mail`);
  await cartLink(page).click({ modifiers: ["Shift"] });
  await page
    .getByRole("dialog")
    .getByRole("link", { name: new RegExp(tray.name) })
    .click();
  await expect(page).toHaveURL(`${path}?${large}`);
  await page.keyboard.press("Escape");
  await expect(radio(page, tray, "1 kg")).toBeChecked();
  await expect(priceOf(page)).toHaveText("₹1,319₹131.90 per 100 g");
});

test("a pack that is sold out says so, while smaller ones are sold; 'Out of Stock' is a sweet of which none is left", async ({
  page,
}) => {
  const tray = await aTray(3);
  await page.goto(`/products/${tray.slug}`);
  await expect(packsOf(page, tray)).toContainText("1 kg Sold out");
  await expect(radio(page, tray, "1 kg")).toBeDisabled();
  await expect(page.getByText("Quantity Available: 1").first()).toBeVisible();
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText("Product has been added to your cart.")).toBeVisible();
  // The chosen pack is sold out now, and the shopper holds it.
  await expect(page.getByRole("button", { name: "Out of Stock" }).first()).toBeDisabled();
  await expect(page.getByRole("main").getByRole("link", { name: "1 × 500 g in your cart" })).toBeVisible();
  await radio(page, tray, "250 g").check();
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByRole("button", { name: "Out of Stock" }).first()).toBeDisabled();
  await expect(page.getByRole("main").getByRole("link", { name: "1 × 500 g, 1 × 250 g in your cart" })).toBeVisible();
  expect(await quantityOf(tray)).toBe(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a pack is chosen on a card, on a page and by its address, and what is shown follows", async ({ page }) => {
    const tray = await aTray(9);
    await page.goto(search(tray));
    const shown = card(page, tray);
    await expect(shown.getByText("₹679", { exact: true })).toBeVisible();
    await expect(shown.getByText("₹349", { exact: true })).toBeHidden();
    await radio(page, tray, "250 g").check();
    await expect(shown.getByText("₹349", { exact: true })).toBeVisible();
    await expect(shown.getByText("₹139.60 per 100 g")).toBeVisible();
    await expect(shown.getByText("₹679", { exact: true })).toBeHidden();
    await shown.getByRole("spinbutton").fill("2");
    await shown.getByRole("button", { name: "Add to Cart" }).click();
    await expect(card(page, tray).getByRole("status")).toHaveText("Product has been added to your cart.");
    await expect(radio(page, tray, "250 g")).toBeChecked();
    expect(await linesOf(tray)).toEqual(["2 × 250 g"]);
    await shown.getByRole("heading").getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(tray.name);
    await radio(page, tray, "1 kg").check();
    await expect(page.getByText("₹131.90 per 100 g")).toBeVisible();
    await page.getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(page.getByRole("main").getByRole("status").first()).toHaveText("Product has been added to your cart.");
    expect(await linesOf(tray)).toEqual(["2 × 250 g", "1 × 1 kg"]);

    await page.goto(`/products/${tray.slug}?pack=${tray.pack("250 g")}`);
    await expect(radio(page, tray, "250 g")).toBeChecked();
    await expect(packsOf(page, tray).getByRole("radio", { checked: true })).toHaveCount(1);
    await expect(priceOf(page).getByText("₹349", { exact: true })).toBeVisible();
    await expect(priceOf(page).getByText("₹139.60 per 100 g")).toBeVisible();
    await expect(priceOf(page).getByText("₹135.80 per 100 g")).toBeHidden();
    // Three of 250 g are left: the server refuses two of 500 g.
    await radio(page, tray, "500 g").check();
    await page.getByRole("spinbutton").first().fill("2");
    await page.getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(page.getByRole("alert").filter({ hasText: "Only" })).toHaveText("Only 1 items available in stock.");
    await expect(radio(page, tray, "500 g")).toBeChecked();
    expect(await linesOf(tray)).toEqual(["2 × 250 g", "1 × 1 kg"]);
  });
});
