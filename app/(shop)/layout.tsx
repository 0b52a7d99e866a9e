import type { ReactNode } from "react";
import { logout } from "@/app/(account)/actions";
import { changeGift, changeLine, clearCart } from "@/app/(account)/cart/actions";
import { CartDrawerIsland } from "@/components/cart/cart-drawer-island";
import { ShopFrame } from "@/components/layout/shop-frame";

/** The layout of the public pages. They are static, so nothing here may depend on the viewer (see VisibleTo). */
export default function ShopLayout({ children }: { children: ReactNode }) {
  return (
    <ShopFrame logoutAction={logout} islands={<CartDrawerIsland actions={{ changeLine, changeGift, clearCart }} />}>
      {children}
    </ShopFrame>
  );
}
