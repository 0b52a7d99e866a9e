import { expect, test } from "vitest";
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
