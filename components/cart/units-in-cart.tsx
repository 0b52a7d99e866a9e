"use client";

import Link from "next/link";
import { useEffect, useSyncExternalStore } from "react";
import { readViewer, subscribeViewer } from "@/components/layout/viewer-store";
import { cartStore, refreshCart } from "./cart-store";

let asking: Promise<unknown> | undefined;

/** Reads the cart when it is not known, or is not the one that the badge counts: once for all the sweets that ask together. */
function askForCart() {
  if (asking || cartStore.snapshot().cart?.itemsCount === readViewer().count) return;
  asking = refreshCart().finally(() => {
    asking = undefined;
  });
}

/** Milliseconds after a hold's end at which the server no longer counts it. */
const AFTER_END_MS = 500;
const none = () => undefined;

/** "2 in your cart": why a sweet that is sold out may be so, for the shopper who holds the last ones. */
export default function UnitsInCart({ id }: { id: number }) {
  const line = useSyncExternalStore(
    cartStore.subscribe,
    () => cartStore.snapshot().cart?.items.find(({ productId }) => productId === id),
    none,
  );
  const expiresAt = line?.expiresAt;

  useEffect(() => {
    askForCart();
    return subscribeViewer(askForCart);
  }, []);

  // What is no longer held is not claimed to be.
  useEffect(() => {
    if (!expiresAt) return;
    const left = Date.parse(expiresAt) - cartStore.snapshot().clockAhead - Date.now();
    const timer = setTimeout(refreshCart, Math.max(0, left) + AFTER_END_MS);
    return () => clearTimeout(timer);
  }, [expiresAt]);

  const held = line ? Math.min(line.held, line.quantity) : 0;
  if (held === 0) return null;
  return (
    <p className="mt-1">
      <Link href="/cart" className="link inline-flex items-center min-h-11 num" prefetch={false}>
        {held} in your cart
      </Link>
    </p>
  );
}
