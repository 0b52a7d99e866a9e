// Whose pages may write with a cookie, behind a proxy that ends TLS.
import { beforeEach, expect, test, vi } from "vitest";

let isSameOrigin: typeof import("@/lib/http/origin").isSameOrigin;
async function servedAs(env: Record<string, string>) {
  vi.resetModules();
  vi.unstubAllEnvs();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  ({ isSameOrigin } = await import("@/lib/http/origin"));
}
beforeEach(() => servedAs({ APP_URL: "https://shop.example" }));

const from = (origin: string, host = "shop.example", more = {}) => isSameOrigin(new Headers({ origin, host, ...more }));

test("at APP_URL's host the whole origin counts, its scheme too", () => {
  expect(from("https://shop.example")).toBe(true);
  expect(from("http://shop.example")).toBe(false);
  expect(from("https://shop.example:8443")).toBe(false);
  expect(from("https://shop.example", "10.0.0.7:3000")).toBe(true);
  expect(from("http://shop.example", "10.0.0.7:3000")).toBe(false);
});

test("at another host that was asked for its host counts", () => {
  expect(from("http://10.0.0.7:3000", "10.0.0.7:3000")).toBe(true);
  expect(from("http://10.0.0.7:3001", "10.0.0.7:3000")).toBe(false);
  for (const wrong of ["null", "", "shop.example", "https://evil.example"]) expect(from(wrong)).toBe(false);
});

test("the forwarded host counts behind a trusted proxy alone", async () => {
  const forwarded = { "x-forwarded-host": "other.example" };
  expect(from("https://other.example", "shop.example", forwarded)).toBe(false);
  await servedAs({ APP_URL: "https://shop.example", TRUST_PROXY: "on" });
  expect(from("https://other.example", "shop.example", forwarded)).toBe(true);
});
