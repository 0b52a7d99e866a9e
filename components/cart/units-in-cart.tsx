"use client";

import Link from "next/link";
import { useEffect, useSyncExternalStore } from "react";
import { readViewer, subscribeViewer } from "@/components/layout/viewer-store";
import { readCart, refreshCart, subscribeCart } from "./cart-store";

/** Milliseconds after a hold's expiry at which the server no longer counts it. */
const EXPIRY_MARGIN_MS = 500;

let loading: Promise<unknown> | undefined;

/** Reads the cart when none is stored, or one with another count than the badge: once for all sweets on the page. */
function loadCart() {
  if (loading || readCart().cart?.itemsCount === readViewer().count) return;
  loading = refreshCart().finally(() => {
    loading = undefined;
  });
}

const readOnServer = () => undefined;

/** "2 in your cart", beside a sweet that is sold out because this shopper holds the last units. */
export default function UnitsInCart({ id }: { id: number }) {
  const line = useSyncExternalStore(
    subscribeCart,
    () => readCart().cart?.items.find(({ productId }) => productId === id),
    readOnServer,
  );
  const expiresAt = line?.expiresAt;

  useEffect(() => {
    loadCart();
    return subscribeViewer(loadCart);
  }, []);

  // An expired hold must not be shown as held.
  useEffect(() => {
    if (!expiresAt) return;
    const left = Date.parse(expiresAt) - readCart().clockAhead - Date.now();
    const timer = setTimeout(refreshCart, Math.max(0, left) + EXPIRY_MARGIN_MS);
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
