// Packs on the public pages: choosing one on a card and on a product page, with and without JavaScript, and by the address.
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible";
import { asAdmin, cartLink, withoutScripts } from "../support/shopper";
import { aTray, type Tray } from "../support/trays";
import { shop, test } from "./storefront-shop";

const baseURL = process.env.TEST_BASE_URL ?? "";
const packsOf = (page: Page, { name }: Tray) => page.getByRole("radiogroup", { name: `Pack of ${name}` });
const radio = (page: Page, tray: Tray, label: string) =>
  packsOf(page, tray).getByRole("radio", { name: new RegExp(`^${label}`) });
const card = (page: Page, { name }: Tray) => page.getByRole("article").filter({ hasText: name });
const search = ({ name }: Tray) => `/products?search=${encodeURIComponent(name)}`;
const priceOf = (page: Page) => page.locator("h1 ~ p").filter({ hasText: "per 100 g" });
const linesOf = async ({ id }: Tray) =>
  (
    await shop`select p.label, l.quantity from cart_lines l join packs p on p.id = l.pack_id where l.sweet_id = ${id} order by p.units`
  ).map(({ label, quantity }) => `${quantity} × ${label}`);
const stockOf = async ({ id }: Tray) => (await shop`select quantity from sweets where id = ${id}`)[0]?.quantity;

test("the arrow keys choose a pack on a card; price, number, link and cart follow", async ({ page }) => {
  const tray = await aTray(9);
  await page.goto(search(tray));
  const shown = card(page, tray);
  await expect(radio(page, tray, "500 g")).toBeChecked();
  await expect(shown).toContainText("₹679");
  await expect(shown).toContainText("₹135.80 per 100 g");
  await expect(shown).toContainText("Quantity Available: 4");
  await shown.getByRole("heading").getByRole("link").focus();
  await page.keyboard.press("Tab");
  await expect(radio(page, tray, "500 g")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(radio(page, tray, "250 g")).toBeChecked();
  await expect(shown).toContainText("₹349");
  await expect(shown).toContainText("₹139.60 per 100 g");
  await expect(shown).toContainText("Quantity Available: 9");
  await page.keyboard.press("ArrowLeft");
  await expect(radio(page, tray, "1 kg")).toBeChecked();
  await expect(shown).toContainText("Quantity Available: 2");
  await expect(shown.getByRole("spinbutton")).toHaveAttribute("max", "2");
  await shown.getByRole("button", { name: "Add to Cart" }).click();
  await expect(page.getByText("Product has been added to your cart.")).toBeVisible();
  await expect(shown).toContainText("Quantity Available: 1");
  expect(await linesOf(tray)).toEqual(["1 × 1 kg"]);
  expect(await stockOf(tray)).toBe(5);
  await expect(radio(page, tray, "1 kg")).toBeChecked();
  await radio(page, tray, "500 g").check();
  await expect(shown).toContainText("Quantity Available: 2");

  await radio(page, tray, "250 g").check();
  const [path, query] = [`/products/${tray.slug}`, `?pack=${tray.pack("250 g")}`];
  await shown.getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(path + query);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(tray.name);
  await expect(radio(page, tray, "250 g")).toBeChecked();
  await expect(priceOf(page)).toHaveText("₹349₹139.60 per 100 g");
  await expect(page.getByText("Quantity Available: 5").first()).toBeVisible();
});

test("choosing on the page changes its address without leaving it; a reload and Back bring the choice back", async ({
  page,
}) => {
  const tray = await aTray(9);
  const path = `/products/${tray.slug}`;
  await page.goto(`${path}?utm_source=mail`);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await radio(page, tray, "1 kg").check();
  await expect(page).toHaveURL(`${path}?utm_source=mail&pack=${tray.pack("1 kg")}`);
  await expect(priceOf(page)).toHaveText("₹1,319₹131.90 per 100 g");
  expect(requests.filter((url) => url.includes(path))).toEqual([]);
  await page.getByRole("link", { name: "Products", exact: true }).last().click();
  await expect(page).toHaveURL("/products");
  await page.goBack();
  await expect(page).toHaveURL(`${path}?utm_source=mail&pack=${tray.pack("1 kg")}`);
  await expect(radio(page, tray, "1 kg")).toBeChecked();
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  await page.reload();
  await expect(radio(page, tray, "1 kg")).toBeChecked();
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText("Product has been added to your cart.")).toBeVisible();
  await expect(page.getByText("Quantity Available: 1").first()).toBeVisible();
  await expect(radio(page, tray, "1 kg")).toBeChecked();
  await expect(page).toHaveURL(`${path}?utm_source=mail&pack=${tray.pack("1 kg")}`);
  await radio(page, tray, "500 g").check();
  await expect(page).toHaveURL(`${path}?utm_source=mail`);
});

test("a link to another pack of the sweet on the page is followed", async ({ page }) => {
  const tray = await aTray(9);
  const path = `/products/${tray.slug}`;
  await page.goto(path);
  await radio(page, tray, "250 g").check();
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText("Product has been added to your cart.")).toBeVisible();
  await radio(page, tray, "500 g").check();
  await expect(page).toHaveURL(path);
  await cartLink(page).click({ modifiers: ["Shift"] });
  await page
    .getByRole("dialog")
    .getByRole("link", { name: new RegExp(tray.name) })
    .click();
  await expect(page).toHaveURL(`${path}?pack=${tray.pack("250 g")}`);
  await page.keyboard.press("Escape");
  await expect(radio(page, tray, "250 g")).toBeChecked();
  await expect(priceOf(page)).toHaveText("₹349₹139.60 per 100 g");
});

test("an address chooses its pack before any script has run, and nothing changes when they do", async ({
  page,
  browser,
}) => {
  const tray = await aTray(9);
  const path = `/products/${tray.slug}?pack=${tray.pack("250 g")}`;
  const plain = await (await browser.newContext({ ...withoutScripts, baseURL })).newPage();
  for (const look of [plain, page]) {
    await look.goto(path);
    await expect(radio(look, tray, "250 g")).toBeChecked();
    await expect(packsOf(look, tray).getByRole("radio", { checked: true })).toHaveCount(1);
    await expect(priceOf(look).getByText("₹349", { exact: true })).toBeVisible();
    await expect(priceOf(look).getByText("₹139.60 per 100 g")).toBeVisible();
    await expect(priceOf(look).getByText("₹135.80 per 100 g")).toBeHidden();
    await expect(look.locator('link[rel="canonical"]')).toHaveAttribute("href", new RegExp(`/products/${tray.slug}$`));
  }
  await plain.context().close();
});

test("an unknown pack and one of another sweet get the page as it is, with the same policy", async ({ page }) => {
  const tray = await aTray(9);
  const other = await aTray(9);
  const path = `/products/${tray.slug}`;
  const { request } = page.context();
  const isChecked = (label: string) => ` checked="" value="${tray.pack(label)}"`;
  const plain = () => request.get(path);
  for (const pack of [other.pack("250 g"), 999_999_999, "x"]) {
    const answer = await request.get(`${path}?pack=${pack}`);
    expect(answer.status()).toBe(200);
    expect(await answer.text()).toContain(isChecked("500 g"));
    // Other tests may have the page made anew in between.
    await expect(async () =>
      expect((await request.get(`${path}?pack=${pack}`)).headers().etag).toBe((await plain()).headers().etag),
    ).toPass();
  }
  const chosen = await request.get(`${path}?pack=${tray.pack("1 kg")}`);
  expect(chosen.headers().etag).not.toBe((await plain()).headers().etag);
  expect(await chosen.text()).toContain(isChecked("1 kg"));
  expect(chosen.headers()["content-security-policy"]).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')+;/);
  await page.goto(`${path}?pack=${other.pack("250 g")}`);
  await expect(radio(page, tray, "500 g")).toBeChecked();
});

test("an edit shows at the address of a pack too", async ({ page }) => {
  const tray = await aTray(9);
  const path = `/products/${tray.slug}?pack=${tray.pack("1 kg")}`;
  const read = async () => (await page.context().request.get(path)).text();
  expect(await read()).toContain("₹1,319");
  const packs = tray.packs.map((pack) => (pack.label === "1 kg" ? { ...pack, price: 1299 } : pack));
  await asAdmin("PUT", `/sweets/${tray.id}`, { packs });
  await expect(async () => expect(await read()).toContain("₹1,299")).toPass({ intervals: [100] });
  expect(await read()).not.toContain("₹1,319");
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
  expect(await stockOf(tray)).toBe(0);
  // The next visitor's page is made anew, and starts with what there is to choose.
  await shop`select move_stock(${tray.id}, 1, 'adjustment', null)`;
  await expect(async () => {
    await page.reload();
    await expect(radio(page, tray, "250 g")).toBeChecked({ timeout: 1000 });
    await expect(page.getByRole("button", { name: "Add to Cart" }).first()).toBeEnabled({ timeout: 1000 });
  }).toPass();
});

test("more than is left of the chosen pack is refused", async ({ page }) => {
  const tray = await aTray(9);
  await page.goto(`/products/${tray.slug}?pack=${tray.pack("1 kg")}`);
  await page.getByRole("spinbutton").first().fill("3");
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText("Only 2 items available in stock.")).toBeVisible();
  expect(await linesOf(tray)).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a pack is chosen on a card and on a page, and what is shown follows", async ({ page }) => {
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
  });

  test("the server refuses more than is left of the pack", async ({ page }) => {
    const tray = await aTray(9);
    await page.goto(`/products/${tray.slug}?pack=${tray.pack("1 kg")}`);
    await page.getByRole("spinbutton").first().fill("3");
    await page.getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(page.getByRole("alert").filter({ hasText: "Only" })).toHaveText("Only 2 items available in stock.");
    await expect(radio(page, tray, "1 kg")).toBeChecked();
    expect(await linesOf(tray)).toEqual([]);
  });
});

test("search engines get one offer for each pack, and one address of the sweet", async ({ page, request }) => {
  const tray = await aTray(3);
  await page.goto(`/products/${tray.slug}?pack=${tray.pack("250 g")}`);
  const items = (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
    JSON.parse(text),
  );
  const { offers } = items.find((item) => item["@type"] === "Product");
  expect(offers).toHaveLength(3);
  expect(offers[0]).toMatchObject({
    "@type": "Offer",
    name: `${tray.name}, 250 g`,
    sku: `${tray.id}-${tray.pack("250 g")}`,
    url: expect.stringMatching(new RegExp(`/products/${tray.slug}\\?pack=${tray.pack("250 g")}$`)),
    price: "349.00",
    priceCurrency: "INR",
    availability: "https://schema.org/InStock",
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      price: "349.00",
      referenceQuantity: { value: 250, unitCode: "GRM", valueReference: { value: 100, unitCode: "GRM" } },
    },
  });
  expect(offers[1].url).toMatch(new RegExp(`/products/${tray.slug}$`));
  expect(offers[2]).toMatchObject({ price: "1319.00", availability: "https://schema.org/OutOfStock" });
  const map = await (await request.get("/sitemap.xml")).text();
  expect(map.split(`/products/${tray.slug}`)).toHaveLength(2);
  expect(map).not.toContain("pack=");
});

test("cards and pages with packs are accessible and fit every width and font", async ({ page, launchOptions }) => {
  test.slow();
  const tray = await aTray(3);
  for (const path of [search(tray), `/products/${tray.slug}`, `/products/${tray.slug}?pack=${tray.pack("1 kg")}`]) {
    await page.goto(path);
    await expectAccessible(page);
  }
  const args = [...(launchOptions.args ?? []), "--blink-settings=defaultFontSize=32"];
  const browser: Browser = await chromium.launch({ ...launchOptions, args });
  const large = await (await browser.newContext({ baseURL, reducedMotion: "reduce" })).newPage();
  for (const path of ["/products", search(tray), `/products/${tray.slug}`]) {
    await large.goto(path);
    for (const width of [390, 1440]) {
      await large.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => large.evaluate(() => document.documentElement.scrollWidth), `${path} ${width}`)
        .toBe(width);
      for (const pill of await large.locator(".pack").all()) {
        const box = await pill.boundingBox();
        expect(box && box.x >= 0 && box.x + box.width <= width && box.height >= 44, `${path} ${width}`).toBe(true);
      }
    }
  }
  await browser.close();
});
