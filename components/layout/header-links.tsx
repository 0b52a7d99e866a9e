"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { A } from "@/components/ui/a";
import { badgeText, cartLabel } from "./viewer-text";

/** A link with `aria-current="page"` on its own page and `aria-current="true"` on pages below it. */
export function NavLink({ href, className, children }: { href: Route; className?: string; children: ReactNode }) {
  const pathname = usePathname();
  // server/addresses.ts leads /products to the pages under /listing and to /search, which are rendered with that pathname.
  const section = /^\/(listing|search)/.test(pathname) ? "/products" : pathname;
  const current = section === href ? "page" : section.startsWith(`${href}/`) ? "true" : undefined;
  return (
    <A href={href} className={className} aria-current={current}>
      {children}
    </A>
  );
}

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

/** Opens the cart drawer. Hidden without JavaScript (`data-for`). */
export const CartDrawerButton = (props: ComponentProps<"button">) => (
  <button type="button" data-for="visitor customer" aria-haspopup="dialog" onClick={openCart} {...props} />
);
