"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import type { DeliveryShop } from "@/components/delivery/delivery-texts";
import { isShopThere } from "@/components/ui/is-shop-there";
import { laterDialog } from "@/components/ui/later";
import type { DrawerActions } from "./cart-drawer";

const CartDrawer = laterDialog(
  () => import("./cart-drawer"),
  async () => {
    // After an upgrade: the cart has a page of its own.
    if (await isShopThere()) location.assign("/cart");
  },
);

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

  return open ? <CartDrawer actions={actions} shop={shop} onClose={() => setOpen(false)} /> : null;
}
