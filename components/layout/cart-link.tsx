"use client";

import type { MouseEvent, ReactNode } from "react";
import { A } from "@/components/ui/a";
import { badgeText, cartLabel } from "./viewer-text";

/** Opens or closes the cart drawer, which listens for this event (components/cart/cart-drawer-island.tsx). */
function openCart() {
  window.dispatchEvent(new Event("mithaas:open-cart"));
}

/** A link to the cart; with Shift held it opens the drawer instead. The inline scripts and ViewerSync update the texts. */
export function CartLink({ count = 0, children }: { count?: number; children: ReactNode }) {
  function onClick(event: MouseEvent) {
    if (!event.shiftKey) return;
    event.preventDefault();
    openCart();
  }

  return (
    <A href="/cart" className="btn btn-icon relative hover:bg-row-hover" onClick={onClick}>
      {children}
      <span className="sr-only" data-cart-label="" suppressHydrationWarning>
        {cartLabel(count)}
      </span>
      <span className="count num cart-count" aria-hidden="true" data-cart-count="" suppressHydrationWarning>
        {badgeText(count)}
      </span>
    </A>
  );
}

type CartDrawerButtonProps = {
  className?: string;
  /** For the button in the mobile menu. */
  closesMenu?: boolean;
  children: ReactNode;
};

/** Opens the cart drawer. Hidden without JavaScript (`data-for`). */
export function CartDrawerButton({ className, closesMenu, children }: CartDrawerButtonProps) {
  return (
    <button
      type="button"
      className={className}
      data-for="visitor customer"
      data-closes-menu={closesMenu ? "" : undefined}
      aria-haspopup="dialog"
      onClick={openCart}
    >
      {children}
    </button>
  );
}
