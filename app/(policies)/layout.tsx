import type { ReactNode } from "react";
import { logout } from "@/app/(account)/actions";
import { changeGift, changeLine, clearCart } from "@/app/(account)/cart/actions";
import { CartDrawerIsland } from "@/components/cart/cart-drawer-island";
import { ShopFrame } from "@/components/layout/shop-frame";

/** The policy pages: static, with the storefront's header and footer. */
export default function PoliciesLayout({ children }: { children: ReactNode }) {
  return (
    <ShopFrame logoutAction={logout} islands={<CartDrawerIsland actions={{ changeLine, changeGift, clearCart }} />}>
      {children}
    </ShopFrame>
  );
}
