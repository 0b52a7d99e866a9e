"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import type { ReactNode } from "react";
import { openCart } from "./cart-link";

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
