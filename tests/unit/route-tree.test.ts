import { expect, test } from "vitest";
import { routeLabels } from "@/server/route-labels";
import { RouteTree } from "@/server/route-tree";

const tree = new RouteTree<string>();
for (const template of [
  "/api/orders",
  "/api/orders/{id}",
  "/api/orders/{id}/invoice",
  "/api/orders/{id}/payments/{paymentId}/confirm",
  "/products/[slug]",
  "/products/offers",
])
  tree.add(template, template);

test.each([
  ["/api/orders", "/api/orders", {}],
  ["/api/orders/7", "/api/orders/{id}", { id: "7" }],
  ["/api/orders/7/invoice", "/api/orders/{id}/invoice", { id: "7" }],
  ["/api/orders/7/payments/8/confirm", "/api/orders/{id}/payments/{paymentId}/confirm", { id: "7", paymentId: "8" }],
  ["/products/kaju%20katli", "/products/[slug]", { slug: "kaju%20katli" }],
  ["/products/offers", "/products/offers", {}],
  ["/products/__proto__", "/products/[slug]", { slug: "__proto__" }],
])("%s is %s", (path, value, params) => {
  expect(tree.find(path)).toEqual({ value, params });
});

test.each([
  "/",
  "",
  "/api",
  "/api/orders/",
  "//api/orders",
  "/api//orders",
  "/api/orders//invoice",
  "/api/orders/7/nothing",
  "/API/orders",
  "/constructor",
])("%o has no route", (path) => {
  expect(tree.find(path)).toBeUndefined();
});

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
