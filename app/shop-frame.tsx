import type { ReactNode } from "react";
import { logout } from "@/app/(account)/actions";
import { changeDay, changeGift, changeLine, clearCart } from "@/app/(account)/cart/actions";
import { checkDelivery } from "@/app/(shop)/actions";
import { CartDrawerIsland } from "@/components/cart/cart-drawer-island";
import { PageFrame } from "@/components/layout/page-frame";
import type { Viewer } from "@/components/layout/viewer-text";
import { bannersForPage, factsForPage } from "@/lib/settings/queries";
import { deliveryShop } from "./delivery-shop";

/** Header, footer and cart drawer around a page of the storefront. `viewer`: given on private pages only. */
export async function ShopFrame({ viewer, children }: { viewer?: Viewer; children: ReactNode }) {
  const [facts, banners, shop] = await Promise.all([factsForPage(), bannersForPage(), deliveryShop()]);
  const drawer = (
    <CartDrawerIsland actions={{ changeLine, changeGift, changeDay, clearCart, checkDelivery }} shop={shop} />
  );
  return (
    <PageFrame logoutAction={logout} viewer={viewer} facts={facts} banners={banners} islands={drawer}>
      {children}
    </PageFrame>
  );
}
