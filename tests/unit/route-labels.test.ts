import { expect, test } from "vitest";
import { routeLabels } from "@/server/metrics/route-labels";

const labelOf = routeLabels(
  new Map([
    ["/(shop)/home/page", "/home"],
    ["/(shop)/products/[slug]/page", "/products/[slug]"],
    ["/(account)/orders/[id]/page", "/orders/[id]"],
    ["/(account)/orders/page", "/orders"],
    ["/admin/page", "/admin"],
    ["/admin/[...notFound]/page", "/admin/[...notFound]"],
    ["/_not-found/page", "/_not-found"],
    ["/api/orders/[id]/route", "/api/orders/[id]"],
    ["/api/orders/[id]/invoice.pdf/route", "/api/orders/[id]/invoice.pdf"],
    ["/api/[[...path]]/route", "/api/[[...path]]"],
  ]),
);

test.each([
  ["/home", "/home", "page"],
  ["/products", "/products", "page"],
  ["/products/jalebi", "/products/[slug]", "page"],
  ["/products/jalebi/x", "other", "other"],
  ["/orders", "/orders", "account"],
  ["/orders/", "other", "other"],
  ["/orders/7", "/orders/[id]", "account"],
  ["/admin", "/admin", "admin"],
  ["/admin/nothing", "other", "other"],
  ["/api/orders/7", "/api/orders/{id}", "api"],
  ["/api/orders/7/invoice.pdf", "/api/orders/{id}/invoice.pdf", "api"],
  ["/api/orders/7/nothing", "/api/*", "api"],
  ["/_next/static/x.js", "static", "file"],
  ["/media/x.avif", "media", "file"],
  ["/art/x.svg", "static", "file"],
  ["/favicon.ico", "static", "file"],
  ["/wp-login", "other", "other"],
  ["/_not-found", "other", "other"],
  ["/__proto__", "other", "other"],
  ["", "other", "other"],
])("%s counts as %s of %s", (path, route, group) => {
  expect(labelOf(path)).toEqual({ route, group });
});
