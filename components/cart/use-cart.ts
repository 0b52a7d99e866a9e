"use client";

import { useEffect } from "react";
import { readViewer, subscribeViewer } from "@/components/layout/viewer-store";
import type { CartState } from "@/lib/cart/queries";
import { type CartSnapshot, hydrateCart, readCart, refreshCart, useCartSnapshot } from "./cart-store";

/** The cart that page and drawer share. `rendered` is the one that the server sent with the page. */
export function useCart(rendered: CartState): CartSnapshot & { cart: CartState } {
  const snapshot = useCartSnapshot();

  useEffect(() => {
    hydrateCart(rendered);
  }, [rendered]);

  useEffect(() => {
    // A page from the router's or the browser's cache (Back) may show an old cart.
    if (readViewer().count !== rendered.itemsCount) void refreshCart();
    const onShow = (event: PageTransitionEvent) => event.persisted && void refreshCart();
    window.addEventListener("pageshow", onShow);
    // Adding a sweet in another tab changes the hint's count only.
    const unsubscribe = subscribeViewer(() => {
      const { cart } = readCart();
      if (cart && readViewer().count !== cart.itemsCount) void refreshCart();
    });
    return () => {
      window.removeEventListener("pageshow", onShow);
      unsubscribe();
    };
  }, []);

  const { cart } = snapshot;
  if (cart && cart.readAt >= rendered.readAt) return { ...snapshot, cart };
  return { cart: rendered, problems: {}, clockAhead: 0 };
}
