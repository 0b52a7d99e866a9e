"use client";

import { useEffect, useSyncExternalStore } from "react";
import { readViewer, subscribeViewer } from "@/components/layout/viewer-store";
import type { CartState } from "@/lib/cart/view";
import { type CartSnapshot, cartStore, hydrateCart, refreshCart } from "./cart-store";

const none = () => null;

/** The cart that page and drawer share. `rendered` is what the server sent with the page. */
export function useCart(rendered: CartState): CartSnapshot & { cart: CartState } {
  const snapshot = useSyncExternalStore<CartSnapshot | null>(cartStore.subscribe, cartStore.snapshot, none);

  useEffect(() => {
    hydrateCart(rendered);
  }, [rendered]);

  useEffect(() => {
    // A page that was kept (the browser's Back) may show the cart of a while ago.
    if (readViewer().count !== rendered.itemsCount) void refreshCart();
    const onShow = (event: PageTransitionEvent) => event.persisted && void refreshCart();
    window.addEventListener("pageshow", onShow);
    // Something was added in another tab, which tells its count only.
    const unsubscribe = subscribeViewer(() => {
      const { cart } = cartStore.snapshot();
      if (cart && readViewer().count !== cart.itemsCount) void refreshCart();
    });
    return () => {
      window.removeEventListener("pageshow", onShow);
      unsubscribe();
    };
  }, []);

  const known = snapshot?.cart;
  if (snapshot && known && known.readAt >= rendered.readAt) return { ...snapshot, cart: known };
  return { cart: rendered, problems: {}, clockAhead: 0 };
}
