"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import type { ReactNode } from "react";
import { openCart } from "./cart-link";

type CartDrawerButtonProps = {
  className?: string /** For the one in the mobile menu. */;
  closesMenu?: boolean;
  children: ReactNode;
};

/** The visible way to the cart drawer. Needs JavaScript, so it is hidden without (`data-for`). */
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
