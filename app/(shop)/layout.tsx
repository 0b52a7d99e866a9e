import type { ReactNode } from "react";
import { logout } from "@/app/(account)/actions";
import { changeGift, changeLine, clearCart } from "@/app/(account)/cart/actions";
import { CartDrawerIsland } from "@/components/cart/cart-drawer-island";
import { ShopFrame } from "@/components/layout/shop-frame";
import { bannersForPage, factsForPage } from "@/lib/settings/queries";

/** The layout of the public pages. They are static, so nothing here may depend on the viewer (see VisibleTo). */
export default async function ShopLayout({ children }: { children: ReactNode }) {
  const [facts, banners] = await Promise.all([factsForPage(), bannersForPage()]);
  return (
    <ShopFrame
      logoutAction={logout}
      facts={facts}
      banners={banners}
      islands={<CartDrawerIsland actions={{ changeLine, changeGift, clearCart }} />}
    >
      {children}
    </ShopFrame>
  );
}
