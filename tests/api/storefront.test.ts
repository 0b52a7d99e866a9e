// What the public pages say over HTTP: where they lead, what search engines and previews of links read, and that an edit is there.
import { describe, expect, test } from "vitest";
import { page, textOf } from "./forms";
import { anAdmin, aSweet, base, call, sql, unique } from "./shop";
import { aTray, byWeight } from "./trays";

/** Where the links of a page lead whose text begins with these words. */
const leadsTo = (html: string, words: string) =>
  [...html.matchAll(/<a\b[^>]*? href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].flatMap(([, href = "", inner = ""]) =>
    textOf(inner).startsWith(words) ? [textOf(href)] : [],
  );

/** What the head of a page says of it. */
function headOf(html: string) {
  const found = (pattern: RegExp) => pattern.exec(html)?.[1];
  return {
    title: found(/<title>([^<]*)<\/title>/),
    description: found(/<meta name="description" content="([^"]*)"/),
    canonical: found(/<link rel="canonical" href="([^"]*)"/)?.replace(base, ""),
    card: found(/<meta name="twitter:card" content="([^"]*)"/),
    preview: ["title", "image", "url"].map((name) =>
      found(new RegExp(`<meta property="og:${name}" content="([^"]*)"`)),
    ),
  };
}

/** The structured data of a page of this type. */
const dataOf = (html: string, type: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)]
    .map(([, json = ""]) => JSON.parse(json))
    .find((item) => item["@type"] === type);

test("home says what the shop promises, and leads to the sweets, the counters and the contact page", async () => {
  const html = await page("/home");
  const text = textOf(html);
  for (const words of [
    "Four decades of getting sweets right",
    "Gift Wrapping",
    "Fast Delivery",
    "Quality Assured",
    "Made with Love",
  ])
    expect(text).toContain(words);
  for (const words of ["Shop Now", "Start Shopping"]) expect(leadsTo(html, words)).toEqual(["/products"]);
  expect(leadsTo(html, "Contact Us")).toContain("/contact");
  for (const name of ["Traditional Sweets", "Sugar-Free", "Dry Fruits", "Cakes"])
    expect(leadsTo(html, name)).toContain(`/products?category=${name.replace(" ", "+")}`);
});

test("a category's card counts its sweets, names four of them and leads to them; mixed boxes are the featured sweets", async () => {
  await expect
    .poll(
      async () => {
        const [{ count } = { count: 0 }] = await sql`
          select count(*)::int as count from sweets where category = 'Sugar-Free' and deleted_at is null`;
        const text = textOf(await page("/categories"));
        return text.includes(`Sugar-Free Options${count} items`) && text.includes(`+${count - 4} more`);
      },
      { timeout: 10_000 },
    )
    .toBe(true);
  const html = await page("/categories");
  expect(leadsTo(html, "Sugar-Free Options")).toEqual(["/products?category=Sugar-Free%20Options"]);
  expect(headOf(await page("/products?category=Sugar-Free%20Options")).canonical).toBe("/products?category=Sugar-Free");
  expect(leadsTo(html, "View Mixed Boxes")).toEqual(["/products?featured=true"]);
  const [, ...cards] = (await page("/products?featured=true")).split("<article");
  expect(cards.length).toBeGreaterThan(1);
  for (const card of cards) expect(card).toContain("Featured");
});

test("an unknown sweet has a page that says so and leads home", async () => {
  const answer = await fetch(`${base}/products/no-such-sweet`);
  const html = await answer.text();
  expect([answer.status, headOf(html).title]).toEqual([404, "Page not found · Mithaas"]);
  expect(textOf(html)).toContain("Oops! Page not found");
  expect(leadsTo(html, "Return to Home")).toEqual(["/home"]);
});

describe("an edit", () => {
  /** Waits for what everybody's page shows. */
  const shows = (path: string, text: string) =>
    expect.poll(async () => (await page(path)).includes(text), { timeout: 10_000, interval: 100 }).toBe(true);

  test("shows on the sweet's page, the lists and home", async () => {
    const sweet = await aSweet({ featured: true });
    const paths = [`/products/${sweet.slug}`, "/products", "/home", "/products?category=Cakes"];
    for (const path of paths) await shows(path, sweet.name);
    const name = unique("Royale ");
    await sql`update sweets set name = ${name}, price = 123400, version = version + 1 where id = ${sweet.id}`;
    for (const path of paths) await shows(path, name);
    expect(await page(`/products/${sweet.slug}`)).toContain("₹1,234");
  });

  test("shows at the address of a pack too", async () => {
    const priced = (price: number) => byWeight.map((pack) => (pack.label === "1 kg" ? { ...pack, price } : pack));
    const tray = await aTray(10, { packs: priced(1319) });
    const path = `/products/${tray.slug}?pack=${tray.packs[2].id}`;
    expect(await page(path)).toContain("₹1,319");
    const packs = tray.packs.map((pack) => (pack.label === "1 kg" ? { ...pack, price: 1299 } : pack));
    await call("PUT", `/sweets/${tray.id}`, { token: await anAdmin(), body: { packs } });
    await shows(path, "₹1,299");
    expect(await page(path)).not.toContain("₹1,319");
  });
});

test("the address of a pack chooses it, under the page's policy; with anything else it is the page as it is", async () => {
  const [tray, other] = [await aTray(), await aTray()];
  const [, half, large] = tray.packs;
  const path = `/products/${tray.slug}`;
  const isChecked = (html: string, { id }: { id: number }) => html.includes(` checked="" value="${id}"`);
  for (const pack of [other.packs[0].id, 999_999_999, "x"])
    expect([pack, isChecked(await page(`${path}?pack=${pack}`), half)]).toEqual([pack, true]);
  const [plain, chosen] = [await fetch(base + path), await fetch(`${base}${path}?pack=${large.id}`)];
  expect(chosen.headers.get("etag")).not.toBe(plain.headers.get("etag"));
  expect(chosen.headers.get("content-security-policy")).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')+;/);
  const html = await chosen.text();
  expect([isChecked(html, large), isChecked(html, half)]).toEqual([true, false]);
  expect(headOf(html).canonical).toBe(path);
});

test("a sweet that changes while it is first looked at has its page at the address of a pack that it does not have", async () => {
  const statuses = new Set<number>();
  for (let i = 0; i < 8; i++) {
    const { id, slug } = await aTray(0);
    const restocked = call("POST", `/sweets/${id}/restock`, { token: await anAdmin(), body: { quantity: 5 } });
    statuses.add((await fetch(`${base}/products/${slug}?pack=999999999`)).status);
    await restocked;
  }
  expect([...statuses]).toEqual([200]);
});

describe("for search engines", () => {
  test("each page has a title, a description and an address of its own, and a preview", async () => {
    const description = "Made of milk, sugar and patience, for a test that reads what is said of it.";
    const [one, two] = [await aSweet({ description }), await aSweet({ description })];
    const paths = ["/home", "/products", "/products?category=Cakes", "/products?page=2", "/categories"];
    const heads = [];
    for (const path of [...paths, `/products/${one.slug}`, `/products/${two.slug}`]) {
      const { canonical, description: said, card, preview, title } = headOf(await page(path));
      expect([path, canonical, card]).toEqual([path, path, "summary_large_image"]);
      expect([path, said && said.length > 50, preview.every(Boolean)]).toEqual([path, true, true]);
      heads.push(title);
    }
    expect(new Set(heads).size).toBe(heads.length);
    const sorted = headOf(await page("/products?sort=name:asc&category=Fresh%20Cakes"));
    expect(sorted.canonical).toBe("/products?category=Cakes");
  });

  test.each(["900", "123456"])("page %s, which is past the end, is the last one", async (past) => {
    const html = await page(`/products?page=${past}`);
    const [, last] = /Page (\d+) of \1(?!\d)/.exec(textOf(html)) ?? [];
    expect(headOf(html)).toMatchObject({
      title: `Our Sweets, page ${last} · Mithaas`,
      canonical: `/products?page=${last}`,
    });
  });

  test("a sweet has price, availability and its place as structured data, and a picture for previews", async () => {
    const { slug } = await aSweet({ price: 123.5 });
    const html = await page(`/products/${slug}`);
    expect(dataOf(html, "Product").offers).toMatchObject({
      url: `${base}/products/${slug}`,
      priceCurrency: "INR",
      price: "123.50",
      availability: "https://schema.org/InStock",
      shippingDetails: expect.arrayContaining([expect.objectContaining({ "@type": "OfferShippingDetails" })]),
      hasMerchantReturnPolicy: { merchantReturnLink: `${base}/returns` },
    });
    expect(dataOf(html, "BreadcrumbList").itemListElement).toHaveLength(3);
    const picture = await fetch(base + new URL(headOf(html).preview[1] ?? "").pathname);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  });

  test("a sweet that is sold out and made for tomorrow can be ordered", async () => {
    const { id, slug } = await aSweet({ stock: 0 });
    const week = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, 5]));
    const body = { week, orderBy: { days: 1, time: "23:59" }, force: false };
    expect((await call("PUT", `/admin/plans/${id}`, { token: await anAdmin(), body })).status).toBe(200);
    expect(dataOf(await page(`/products/${slug}`), "Product").offers).toMatchObject({
      availability: "https://schema.org/BackOrder",
      availabilityStarts: expect.stringMatching(/T00:00:00\+05:30$/),
    });
  });

  test("a sweet in packs has one offer for each, and one address", async () => {
    const tray = await aTray(1);
    const [small, half, large] = tray.packs;
    const path = `/products/${tray.slug}`;
    const { offers } = dataOf(await page(`${path}?pack=${small.id}`), "Product");
    expect(offers).toHaveLength(3);
    expect(offers[0]).toMatchObject({
      "@type": "Offer",
      name: `${tray.name}, 250 g`,
      sku: `${tray.id}-${small.id}`,
      url: `${base}${path}?pack=${small.id}`,
      price: "200.00",
      priceCurrency: "INR",
      availability: "https://schema.org/InStock",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        price: "200.00",
        referenceQuantity: { value: 250, unitCode: "GRM", valueReference: { value: 100, unitCode: "GRM" } },
      },
    });
    expect(offers[1]).toMatchObject({ sku: `${tray.id}-${half.id}`, url: base + path });
    expect(offers[2]).toMatchObject({
      sku: `${tray.id}-${large.id}`,
      price: "720.00",
      availability: "https://schema.org/OutOfStock",
    });
  });

  test("the file of the search has the price of this moment, and is a 304 while nothing changed", async () => {
    const { id, slug } = await aSweet({ price: 450 });
    const file = (etag = "") => fetch(`${base}/sweets.json`, { headers: { "if-none-match": etag } });
    const priceIn = async () =>
      (await (await file()).json()).find((sweet: { slug: string }) => sweet.slug === slug)?.price;
    await expect.poll(priceIn, { timeout: 10_000 }).toBe("₹450");
    const { headers } = await file();
    expect(headers.get("cache-control")).toBe("public, s-maxage=10, stale-while-revalidate=60");
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    // Another test may change a sweet meanwhile.
    await expect
      .poll(async () => (await file((await file()).headers.get("etag") ?? "")).status, { timeout: 10_000 })
      .toBe(304);
    await call("PUT", `/sweets/${id}`, { token: await anAdmin(), body: { price: 475.5 } });
    await expect.poll(priceIn, { timeout: 10_000 }).toBe("₹475.50");
  });

  test("the sitemap has every sweet once, with the time of its change; robots.txt excludes private pages", async () => {
    const { slug } = await aTray();
    const map = () => page("/sitemap.xml");
    await expect.poll(async () => (await map()).split(`/products/${slug}<`).length, { timeout: 10_000 }).toBe(2);
    const text = await map();
    for (const { slug: sold } of await sql`select slug from sweets where deleted_at is null`)
      expect(text).toContain(`/products/${sold}<`);
    expect(text).toContain("<lastmod>");
    expect(text).not.toContain("pack=");
    const robots = await page("/robots.txt");
    for (const path of ["/admin", "/api", "/cart", "/orders", "/account"])
      expect(robots).toContain(`Disallow: ${path}\n`);
  });
});
