"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { usePathname } from "next/navigation";
import { lazy, Suspense, useEffect, useState } from "react";
import type { DeliveryShop } from "@/components/delivery/delivery-texts";
import type { DrawerActions } from "./cart-drawer";

const CartDrawer = lazy(() => import("./cart-drawer"));

/** Loads the drawer on the header's first "mithaas:open-cart" event; each further event closes or opens it. */
export function CartDrawerIsland({ actions, shop }: { actions: DrawerActions; shop: DeliveryShop }) {
  const [open, setOpen] = useState(false);
  const pathname = usePathname();

  useEffect(() => {
    const toggle = () => setOpen((wasOpen) => !wasOpen);
    window.addEventListener("mithaas:open-cart", toggle);
    return () => window.removeEventListener("mithaas:open-cart", toggle);
  }, []);

  // Following a link in the drawer closes it.
  useEffect(() => setOpen(false), [pathname]);

  return open ? (
    <Suspense>
      <CartDrawer actions={actions} shop={shop} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}
