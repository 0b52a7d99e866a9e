// Packs on the public pages: choosing one on a card, on a product page, and by the address. Texts, numbers and links of each pack:
// tests/components/packs.test.tsx; what the pages say over HTTP: tests/api/storefront.test.ts.
import { ADDED, cartLink, db, expect, quantityOf, shop, type Tray, test } from "../support/shopper";
import { packOf, packsOf, priceOf, searchFor } from "./product-page";

const linesOf = async ({ id }: Tray) =>
  (
    await db`select p.label, l.quantity from cart_lines l join packs p on p.id = l.pack_id where l.sweet_id = ${id} order by p.units`
  ).map(({ label, quantity }) => `${quantity} × ${label}`);

test("the arrow keys choose a pack on a card; price, number, link and cart follow", async ({ page }) => {
  const tray = await shop.tray(9);
  await page.goto(searchFor(tray));
  const card = page.getByRole("article").filter({ hasText: tray.name });
  // Before hydration the text of every pack is in the card, and CSS shows that of the chosen one.
  const expectShown = (text: string) => expect(card).toContainText(text, { useInnerText: true });
  await card.getByRole("heading").getByRole("link").focus();
  await page.keyboard.press("Tab");
  await expect(packOf(page, tray, "500 g")).toBeFocused();
  await expect(packOf(page, tray, "500 g")).toBeChecked();
  for (const text of ["₹380", "₹76 per 100 g", "Quantity Available: 4"]) await expectShown(text);
  await page.keyboard.press("ArrowLeft");
  await expect(packOf(page, tray, "250 g")).toBeChecked();
  for (const text of ["₹200", "₹80 per 100 g", "Quantity Available: 9"]) await expectShown(text);
  await page.keyboard.press("ArrowLeft");
  await expect(packOf(page, tray, "1 kg")).toBeChecked();
  await expectShown("Quantity Available: 2");
  await expect(card.getByRole("spinbutton")).toHaveAttribute("max", "2");
  await card.getByRole("button", { name: "Add to Cart" }).click();
  await expect(page.getByText(ADDED)).toBeVisible();
  await expectShown("Quantity Available: 1");
  expect(await linesOf(tray)).toEqual(["1 × 1 kg"]);
  expect(await quantityOf(tray)).toBe(5);
  await expect(packOf(page, tray, "1 kg")).toBeChecked();

  await packOf(page, tray, "250 g").check();
  await card.getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(`/products/${tray.slug}?pack=${tray.pack("250 g")}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(tray.name);
  await expect(packOf(page, tray, "250 g")).toBeChecked();
  await expect(priceOf(page)).toHaveText("₹200₹80 per 100 g");
  await expect(page.getByText("Quantity Available: 5").first()).toBeVisible();
});

test("choosing on the page changes its address without leaving it; Back, a reload and a link to another pack follow", async ({
  page,
}) => {
  const tray = await shop.tray(9);
  const path = `/products/${tray.slug}`;
  const large = `pack=${tray.pack("1 kg")}`;
  await page.goto(`${path}?utm_source=mail`);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await packOf(page, tray, "1 kg").check();
  await expect(page).toHaveURL(`${path}?utm_source=mail&${large}`);
  await expect(priceOf(page)).toHaveText("₹720₹72 per 100 g");
  expect(requests.filter((url) => url.includes(path))).toEqual([]);
  await page.getByRole("link", { name: "Products", exact: true }).last().click();
  await expect(page).toHaveURL("/products");
  await page.goBack();
  await expect(page).toHaveURL(`${path}?utm_source=mail&${large}`);
  await expect(packOf(page, tray, "1 kg")).toBeChecked();
  await page.reload();
  await expect(packOf(page, tray, "1 kg")).toBeChecked();
  await expect(packsOf(page, tray).getByRole("radio", { checked: true })).toHaveCount(1);

  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText(ADDED)).toBeVisible();
  await expect(page).toHaveURL(`${path}?utm_source=mail&${large}`);
  await packOf(page, tray, "500 g").check();
  await expect(page).toHaveURL(`${path}?utm_source=mail`);
  await cartLink(page).click({ modifiers: ["Shift"] });
  await page
    .getByRole("dialog")
    .getByRole("link", { name: new RegExp(tray.name) })
    .click();
  await expect(page).toHaveURL(`${path}?${large}`);
  await page.keyboard.press("Escape");
  await expect(packOf(page, tray, "1 kg")).toBeChecked();
  await expect(priceOf(page)).toHaveText("₹720₹72 per 100 g");
});

test("a pack that is sold out says so, while smaller ones are sold; 'Out of Stock' is a sweet of which none is left", async ({
  page,
}) => {
  const tray = await shop.tray(3);
  await page.goto(`/products/${tray.slug}`);
  await expect(packsOf(page, tray)).toContainText("1 kg Sold out");
  await expect(packOf(page, tray, "1 kg")).toBeDisabled();
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  // The chosen pack is sold out now, and the shopper holds it.
  await expect(page.getByRole("button", { name: "Out of Stock" }).first()).toBeDisabled();
  await expect(page.getByRole("main").getByRole("link", { name: "1 × 500 g in your cart" })).toBeVisible();
  await packOf(page, tray, "250 g").check();
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByRole("button", { name: "Out of Stock" }).first()).toBeDisabled();
  await expect(page.getByRole("main").getByRole("link", { name: "1 × 500 g, 1 × 250 g in your cart" })).toBeVisible();
  expect(await quantityOf(tray)).toBe(0);
});
