"use client";
"use no memo"; // the memo would weigh more on every page than it saves

import { usePathname } from "next/navigation";
import { lazy, Suspense, useEffect, useState } from "react";
import type { CartActions } from "./cart-store";

const CartDrawer = lazy(() => import("./cart-drawer"));

/** Waits for the header's "mithaas:open-cart" and only then loads the drawer. Asked again, it closes. */
export function CartDrawerIsland({ actions }: { actions: CartActions }) {
  const [open, setOpen] = useState(false);
  const pathname = usePathname();

  useEffect(() => {
    const toggle = () => setOpen((before) => !before);
    window.addEventListener("mithaas:open-cart", toggle);
    return () => window.removeEventListener("mithaas:open-cart", toggle);
  }, []);

  // A link in the drawer was followed.
  useEffect(() => setOpen(false), [pathname]);

  return open ? (
    <Suspense>
      <CartDrawer actions={actions} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}
