"use client";

import Link from "next/link";
import { useEffect, useSyncExternalStore } from "react";
import { serverNow } from "@/components/ui/server-clock";
import { readShownCart, refreshCart, refreshStaleCart, subscribeCart } from "./cart-store";

/** Milliseconds after a hold's expiry at which the server no longer counts it. */
const EXPIRY_MARGIN_MS = 500;

/** Whether the cart is being read, which is done once for all sweets on the page. */
let isLoading = false;

/**
 * "2 in your cart", or "2 × 500 g in your cart" of a sweet with several packs, beside one that is sold out because this shopper holds
 * the last packs.
 */
export default function PacksInCart({ id, showLabels }: { id: number; showLabels: boolean }) {
  const items = useSyncExternalStore(
    subscribeCart,
    () => readShownCart().cart?.items,
    () => undefined,
  );
  const lines = items?.filter(({ productId, held }) => productId === id && held > 0) ?? [];
  const [expiresAt] = lines.flatMap((line) => line.expiresAt ?? []).toSorted();

  useEffect(() => {
    if (isLoading) return;
    isLoading = true;
    void refreshStaleCart().finally(() => {
      isLoading = false;
    });
  }, []);

  // An expired hold must not be shown as held.
  useEffect(() => {
    if (!expiresAt) return;
    const left = Date.parse(expiresAt) - serverNow();
    const timer = setTimeout(refreshCart, Math.max(0, left) + EXPIRY_MARGIN_MS);
    return () => clearTimeout(timer);
  }, [expiresAt]);

  if (lines.length === 0) return null;
  const held = lines.map(({ held, quantity, packLabel }) => {
    const count = Math.min(held, quantity);
    return showLabels ? `${count} × ${packLabel}` : count;
  });
  return (
    <p className="mt-1">
      <Link href="/cart" className="link inline-flex items-center min-h-11 num" prefetch={false}>
        {held.join(", ")} in your cart
      </Link>
    </p>
  );
}
