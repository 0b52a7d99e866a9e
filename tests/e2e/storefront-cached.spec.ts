import { expect } from "@playwright/test";
import { shop, test } from "./storefront-shop";

test.describe("cached pages", () => {
  test("an edit shows within a second, on the sweet's page, the lists and home", async ({ request }) => {
    const read = async (path: string) => (await request.get(path)).text();
    for (const path of ["/products/kaju-katli", "/products", "/home"]) await read(path);
    const [was] = await shop`select name, price, created_at from sweets where slug = 'kaju-katli'`;
    // The newest, so that it stands on the first page whatever other tests add.
    await shop`update sweets set name = 'Kaju Katli Royale', price = 123400, version = version + 1,
      created_at = now() + interval '1 hour' where slug = 'kaju-katli'`;
    const edited = Date.now();
    try {
      for (const path of ["/products/kaju-katli", "/products", "/home", "/products?category=Traditional+Sweets"]) {
        // How long a render takes is the machine's affair: no visit that begins a second after the edit may be stale.
        let lastStale = 0;
        await expect(async () => {
          const began = Date.now() - edited;
          const fresh = (await read(path)).includes("Kaju Katli Royale");
          if (!fresh) lastStale = began;
          expect(fresh).toBe(true);
        }).toPass({ intervals: [100] });
        expect(lastStale, `${path}: a stale visit began so many ms after the edit`).toBeLessThan(1000);
      }
      expect(await read("/products/kaju-katli")).toContain("₹1,234");
    } finally {
      await shop`update sweets set name = ${was?.name}, price = ${was?.price}, created_at = ${was?.created_at}, version = version + 1 where slug = 'kaju-katli'`;
    }
  });

  test("every page has a strict policy, static ones by hashes", async ({ request }) => {
    for (const path of [
      "/home",
      "/products",
      "/products?category=Cakes&sort=name:desc&page=1",
      "/products/jalebi",
      "/products/nope",
      "/nope",
    ]) {
      for (const _twice of [1, 2]) {
        const policy = (await request.get(path)).headers()["content-security-policy"] ?? "";
        expect(policy, path).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')+;/);
        expect(policy, path).toContain("object-src 'none'; base-uri 'none'; frame-ancestors 'none'");
      }
    }
    const search = (await request.get("/products?search=kaju")).headers();
    expect(search["content-security-policy"]).toMatch(/script-src 'self' 'nonce-\w{32}' 'sha256-/);
    expect(search["content-security-policy"]).not.toContain("script-src 'unsafe-inline'");
    expect(search["cache-control"]).toContain("no-store");
    const cached = (await request.get("/products")).headers();
    expect(cached["cache-control"]).toContain("s-maxage=");
    expect(cached).not.toHaveProperty("x-next-cache-tags");
    expect(cached).not.toHaveProperty("x-powered-by");
  });

  test("the internal URLs of the listing redirect to the public ones", async ({ request }) => {
    for (const path of ["/listing/all/createdat-desc/1/all", "/search?search=kaju"]) {
      const answer = await request.get(path, { maxRedirects: 0 });
      expect(answer.status(), path).toBe(307);
      expect(answer.headers().location).toMatch(/^\/products/);
    }
  });
});

test.describe("for search engines", () => {
  test("each page has a title and description of its own", async ({ page }) => {
    const seen = new Set<string>();
    for (const path of [
      "/home",
      "/products",
      "/products?category=Cakes",
      "/products?page=2",
      "/categories",
      "/products/jalebi",
      "/products/kaju-katli",
    ]) {
      await page.goto(path);
      const title = await page.title();
      const description = await page.locator('meta[name="description"]').getAttribute("content");
      expect(seen.has(title), title).toBe(false);
      seen.add(title);
      expect(description?.length).toBeGreaterThan(50);
      for (const property of ["og:title", "og:image", "og:url"])
        await expect(page.locator(`meta[property="${property}"]`).first()).toHaveAttribute("content", /./);
      await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute("content", "summary_large_image");
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
        "href",
        new RegExp(`^http.+${path.split("?")[0]}`),
      );
    }
    await page.goto("/products?sort=name:asc&category=Fresh Cakes");
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/products\?category=Cakes$/);
  });

  test("a sweet has price and availability as structured data, and a picture for link previews", async ({
    page,
    request,
  }) => {
    await page.goto("/products/jalebi");
    const items = (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
      JSON.parse(text),
    );
    const product = items.find((item) => item["@type"] === "Product");
    const [row] = await shop`select price from sweets where slug = 'jalebi'`;
    // One offer for each pack; the default one is at the address without a pack.
    const offers: { url: string }[] = [product.offers].flat();
    expect(offers.find(({ url }) => url.endsWith("/products/jalebi"))).toMatchObject({
      priceCurrency: "INR",
      price: (row?.price / 100).toFixed(2),
      availability: "https://schema.org/InStock",
    });
    expect(items.find((item) => item["@type"] === "BreadcrumbList").itemListElement).toHaveLength(3);
    const image = await page.locator('meta[property="og:image"]').getAttribute("content");
    const picture = await request.get(new URL(image ?? "").pathname);
    expect(picture.headers()["content-type"]).toBe("image/jpeg");
    expect(picture.headers()["cache-control"]).toContain("immutable");
  });

  test("the sitemap has every sweet; robots.txt excludes private pages", async ({ request }) => {
    const map = await (await request.get("/sitemap.xml")).text();
    for (const { slug } of await shop`select slug from sweets where deleted_at is null`)
      expect(map).toContain(`/products/${slug}<`);
    expect(map).toContain("<lastmod>");
    const robots = await (await request.get("/robots.txt")).text();
    for (const path of ["/admin", "/api", "/cart", "/orders", "/account"])
      expect(robots).toContain(`Disallow: ${path}\n`);
  });
});
