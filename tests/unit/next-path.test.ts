import { describe, expect, it } from "vitest";
import { safeNext } from "@/lib/auth/next-path";

describe("where a login leads to", () => {
  it.each([
    ["/orders", "/orders"],
    ["/cart?checkout=1", "/cart?checkout=1"],
    ["/products?search=लड्डू", "/products?search=%E0%A4%B2%E0%A4%A1%E0%A5%8D%E0%A4%A1%E0%A5%82"],
    ["/products?search=kaju katli#top", "/products?search=kaju%20katli#top"],
    ["/loginish", "/loginish"],
    ["/", "/home"],
  ])("%s is a path on this site", (next, path) => {
    expect(safeNext(next)).toBe(path);
    expect(safeNext(path)).toBe(path);
  });

  it.each([
    undefined,
    ["/orders"],
    "",
    "orders",
    "//elsewhere.example/x",
    "/\\elsewhere.example",
    "/x\\..\\..\\elsewhere",
    "/\t/elsewhere.example",
    "/\n/elsewhere.example",
    "/\u0085/elsewhere.example",
    "/.//elsewhere.example",
    "/x/..//elsewhere.example",
    "https://elsewhere.example/",
    "javascript:alert(1)",
    "/login",
    "/x/../login",
    "/register?next=/",
    "/api/auth/logout",
  ])("%j is none", (next) => {
    expect(safeNext(next)).toBeNull();
  });
});
