// The policies of stored pages against what Next really writes into them: an upgrade that writes other scripts fails here.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { firstPaintScript, headerPaintScript } from "@/components/layout/first-paint";
import { aSweet, base } from "./shop";

/** The sources of the scripts that a browser would run from a page's text. */
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(([, attributes = "", text = ""]) =>
    / src=/.test(attributes) || /type="application\//.test(attributes) ? [] : [text],
  );
const sourceOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test.each([
  "/home",
  "/products",
  "/products?category=Cakes",
  "/categories",
  "/about",
  "/faq",
  "/terms",
  "/contact",
  "",
])("the policy of %s names its inline scripts and nothing else", async (listed) => {
  const page = listed || `/products/${(await aSweet()).slug}`;
  // As it is rendered, and as it is stored.
  for (const _ of [1, 2]) {
    const response = await fetch(base + page);
    const scripts = inlineScripts(await response.text());
    expect(scripts).toEqual(expect.arrayContaining([firstPaintScript, headerPaintScript]));
    const policy = response.headers.get("content-security-policy") ?? "";
    const allowed = /script-src ([^;]*);/.exec(policy)?.[1]?.split(" ") ?? [];
    expect(allowed.sort()).toEqual([...new Set(["'self'", ...scripts.map(sourceOf)])].sort());
    expect(policy).toContain("object-src 'none'; base-uri 'none'; frame-ancestors 'none'");
    expect(response.headers.has("x-powered-by")).toBe(false);
  }
});

test("the policy of a search, which is rendered for each request, names a nonce", async () => {
  const { headers } = await fetch(`${base}/products?search=kaju`);
  const policy = headers.get("content-security-policy");
  expect(policy).toMatch(/script-src 'self' 'nonce-\w{32}' 'sha256-/);
  expect(policy).toContain("object-src 'none'; base-uri 'none'; frame-ancestors 'none'");
  expect(headers.get("cache-control")).toContain("no-store");
});

test.each(["/no-such-page", "/products/no-such-sweet"])(
  "the page for %s, which is nowhere, can run its scripts",
  async (page) => {
    const response = await fetch(base + page);
    expect(response.status).toBe(404);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("object-src 'none'; base-uri 'none'; frame-ancestors 'none'");
    const scripts = inlineScripts(await response.text());
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((script) => !policy.includes(sourceOf(script)))).toEqual([]);
  },
);
