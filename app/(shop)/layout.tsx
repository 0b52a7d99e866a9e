import type { ReactNode } from "react";
import { logout } from "@/app/(account)/actions";
import { changeGift, changeLine, clearCart } from "@/app/(account)/cart/actions";
import { CartDrawerIsland } from "@/components/cart/cart-drawer-island";
import { ShopFrame } from "@/components/layout/shop-frame";

/** The storefront's public pages. They are static, so nothing here may ask who is looking (see VisibleTo). */
export default function ShopLayout({ children }: { children: ReactNode }) {
  return (
    <ShopFrame logoutAction={logout} islands={<CartDrawerIsland actions={{ changeLine, changeGift, clearCart }} />}>
      {children}
    </ShopFrame>
  );
}
