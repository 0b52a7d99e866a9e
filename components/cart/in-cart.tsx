"use client";

import Link from "next/link";
import { useEffect, useSyncExternalStore } from "react";
import { readViewer, subscribeViewer } from "@/components/layout/viewer";
import { cartStore, refreshCart } from "./cart-store";

let asking: Promise<unknown> | undefined;

/** Reads the cart when it is not known, or is not the one that the badge counts: once for all the sweets that ask together. */
function askForCart() {
  if (cartStore.snapshot().cart?.itemsCount === readViewer().count) return;
  asking ??= refreshCart().finally(() => {
    asking = undefined;
  });
}

const none = () => 0;

/** "2 in your cart": why a sweet that is sold out may be so, for the shopper who holds the last ones. */
export default function InCart({ id }: { id: number }) {
  const held = useSyncExternalStore(
    cartStore.subscribe,
    () => {
      const line = cartStore.snapshot().cart?.items.find(({ productId }) => productId === id);
      return line ? Math.min(line.held, line.quantity) : 0;
    },
    none,
  );

  useEffect(() => {
    askForCart();
    return subscribeViewer(askForCart);
  }, []);

  if (held === 0) return null;
  return (
    <p className="mt-1">
      <Link href="/cart" className="link inline-flex items-center min-h-11 num" prefetch={false}>
        {held} in your cart
      </Link>
    </p>
  );
}
