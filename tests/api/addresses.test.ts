// One build serves whatever address the shop is reached at: nothing of an address is in it.
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { anInstance } from "./instance";
import { aCustomer, aSweet, base } from "./shop";

type Served = { address: string; get: (path: string, init?: RequestInit) => Promise<Response> };
const first: Served = { address: base, get: (path, init) => fetch(base + path, { redirect: "manual", ...init }) };
let second: Served;

beforeAll(async () => {
  const address = "https://sweets.example";
  const env = { DATABASE_URL: process.env.TEST_SHOP_DATABASE_URL, APP_URL: address, TRUST_PROXY: "on" };
  const instance = await anInstance(env);
  const forwarded = { "x-forwarded-host": "sweets.example", "x-forwarded-proto": "https" };
  const get: Served["get"] = (path, init) =>
    fetch(instance.address + path, { redirect: "manual", ...init, headers: { ...forwarded, ...init?.headers } });
  second = { address, get };
  return instance.stop;
});

/** What a page says of its own address. */
function addressesIn(html: string) {
  const found = (pattern: RegExp) => pattern.exec(html)?.[1];
  const data = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)];
  return {
    canonical: found(/<link rel="canonical" href="([^"]*)"/),
    preview: found(/<meta property="og:url" content="([^"]*)"/),
    picture: found(/<meta property="og:image" content="([^"]*)"/),
    data: data.flatMap(([, json = ""]) => [...json.matchAll(/https?:\/\/[^"\\]*/g)].map(String)),
  };
}

test("the build holds no rendered page, which would have no data and no address of the shop", () => {
  const files = fs.readdirSync(path.join(process.env.TEST_BUILD ?? "", "server/app"), {
    recursive: true,
    encoding: "utf8",
  });
  const rendered = files.filter((file) => /\.(html|rsc|body)$/.test(file) && !/^_(not-found|global-error)/.test(file));
  expect(rendered).toEqual([]);
});

describe.each(["first", "second"] as const)("the %s address", (which) => {
  const at = () => (which === "first" ? first : second);
  const foreign = () => (which === "first" ? second : first).address;

  test.each(["/home", "/products?category=Cakes&page=2", "/about"])(
    "is the one that %s names, which is stored",
    async (page) => {
      const { address, get } = at();
      // The second response comes from the page cache, which may be expired once more right after a start.
      for (const _ of [1, 2]) {
        const response = await get(page);
        const html = await response.text();
        const { canonical, preview, picture, data } = addressesIn(html);
        expect(canonical).toMatch(`${address}/`);
        expect(preview).toBe(canonical);
        expect(picture).toBe(`${address}/og.jpg`);
        if (page === "/home") expect(data).toContain(`${address}/home`);
        expect(html).not.toContain(foreign());
        expect(response.headers.get("cache-control")).toMatch(/^public, s-maxage=/);
      }
      await expect.poll(async () => (await get(page)).headers.get("x-nextjs-cache")).toBe("HIT");
    },
  );

  test("is the one of a sweet: its page, its data, its preview", async () => {
    const { slug } = await aSweet();
    const { address, get } = at();
    const { canonical, preview, picture, data } = addressesIn(await (await get(`/products/${slug}`)).text());
    expect([canonical, preview]).toEqual([`${address}/products/${slug}`, `${address}/products/${slug}`]);
    expect(picture).toMatch(`${address}/og/${slug}-`);
    expect(data).toContain(`${address}/products/${slug}`);
    expect(data.filter((url) => url.startsWith(foreign()))).toEqual([]);
  });

  test("is the one that the router's data and the files for search engines name", async () => {
    const { address, get } = at();
    const robots = await (await get("/robots.txt")).text();
    expect(robots).toContain(`Sitemap: ${address}/sitemap.xml`);
    const sitemap = await (await get("/sitemap.xml")).text();
    const named = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) => url);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((url) => !url.startsWith(`${address}/`))).toEqual([]);
    const data = await (await get("/about", { headers: { rsc: "1" }, redirect: "follow" })).text();
    expect(data).toContain(`${address}/about`);
    expect(data).not.toContain(foreign());
  });

  test("is where redirects stay", async () => {
    const { get } = at();
    for (const [from, to] of [
      ["/", "/home"],
      ["/search", "/products"],
      ["/listing/cakes", "/products"],
    ] as const)
      expect([from, (await get(from)).headers.get("location")]).toEqual([from, to]);
  });

  test("decides over HSTS, Secure cookies and whose pages may write", async () => {
    const { address, get } = at();
    const secure = address.startsWith("https:");
    expect((await get("/about")).headers.has("strict-transport-security")).toBe(secure);
    const { email, password } = await aCustomer();
    const login = (origin: string) =>
      get("/api/auth/login", {
        method: "POST",
        headers: { "content-type": "application/json", origin, cookie: "mithaas_cart=none" },
        body: JSON.stringify({ email, password }),
      });
    expect((await login(address)).status).toBe(200);
    expect((await login(foreign())).status).toBe(403);
    const { id } = await aSweet();
    const reserved = await get("/api/cart/reserve", {
      method: "POST",
      headers: { "content-type": "application/json", origin: address },
      body: JSON.stringify({ productId: id }),
    });
    const cookies = reserved.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    expect(cookies.filter((cookie) => /; Secure/.test(cookie) !== secure)).toEqual([]);
  });
});
