// The headers that every answer has, also those that the server makes without Next.
import { expect, test } from "vitest";
import { noncePolicy, securityHeaders, staticPolicy } from "@/lib/http/security-headers";

test("HSTS is said where the shop's address is https, and only there", () => {
  const names = (appUrl: string) => securityHeaders(appUrl).map(([name]) => name);
  const always = ["X-Content-Type-Options", "Referrer-Policy", "Permissions-Policy", "Cross-Origin-Opener-Policy"];
  expect(names("http://localhost:3000")).toEqual(always);
  expect(names("")).toEqual(always);
  expect(names("https://shop.example")).toEqual([...always, "Strict-Transport-Security"]);
});

test("forms lead to another site only where a page names it, and nothing else may", () => {
  const policy = noncePolicy("n", [], false, "https://gateway.test");
  expect(policy.split("; ").filter((directive) => directive.includes("gateway"))).toEqual([
    "form-action 'self' https://gateway.test",
  ]);
  for (const other of [noncePolicy("n", [], false), staticPolicy([])]) expect(other).toMatch(/form-action 'self'$/);
});
