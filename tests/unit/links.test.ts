import { describe, expect, it, test } from "vitest";
import { safeNext } from "@/lib/auth/next-path";
import { isLink, pathOnSite, webUrl } from "@/lib/links";

const ELSEWHERE = [
  "",
  "orders",
  "//elsewhere.example/x",
  "/\\elsewhere.example",
  "/x\\..\\..\\elsewhere",
  "/\t/elsewhere.example",
  "/\n/elsewhere.example",
  "/\r/elsewhere.example",
  "\t//elsewhere.example",
  " //elsewhere.example",
  "/\u0085/elsewhere.example",
  "/\0x",
  "/.//elsewhere.example",
  "/x/..//elsewhere.example",
  "/%2e//elsewhere.example",
  "/\ud800",
  "javascript:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,x",
];

describe("where a login leads to", () => {
  it.each([
    ["/orders", "/orders"],
    ["/cart?checkout=1", "/cart?checkout=1"],
    ["/products?search=लड्डू", "/products?search=%E0%A4%B2%E0%A4%A1%E0%A5%8D%E0%A4%A1%E0%A5%82"],
    ["/products?search=kaju katli#top", "/products?search=kaju%20katli#top"],
    ["/loginish", "/loginish"],
    ["/", "/home"],
    ["/?a=1", "/home"],
  ])("%s is a path on this site", (next, path) => {
    expect(safeNext(next)).toBe(path);
    expect(safeNext(path)).toBe(path);
  });

  it.each([
    undefined,
    ["/orders"],
    ...ELSEWHERE,
    "https://elsewhere.example/",
    "/login",
    "/x/../login",
    "/register?next=/",
    "/api/auth/logout",
  ])("%j is none", (next) => {
    expect(safeNext(next)).toBeNull();
  });
});

test("a link of the shop leads where it says that it does: to a path of this site, or to an address of the web", () => {
  expect(["/products", "/login", "/?a=1", "https://elsewhere.example/x?y#z"].map(isLink)).toEqual(Array(4).fill(true));
  const odd = [
    "http://elsewhere.example",
    "https:elsewhere.example",
    "https:\\\\elsewhere.example",
    "https://a\t.example",
  ];
  for (const text of [...ELSEWHERE, ...odd])
    expect([text, pathOnSite(text), isLink(text)]).toEqual([text, null, false]);
  expect(webUrl("http://elsewhere.example")?.host).toBe("elsewhere.example");
  expect(["https://", "https://a b.example", "javascript:alert(1)", "https://a.example/\n"].map(webUrl)).toEqual(
    Array(4).fill(null),
  );
});
