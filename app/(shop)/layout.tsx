import type { ReactNode } from "react";
import { logout } from "@/app/(account)/actions";
import { CartDrawer } from "@/app/cart-drawer";
import { ShopFrame } from "@/components/layout/shop-frame";
import { bannersForPage, factsForPage } from "@/lib/settings/queries";

// In seconds, for pages of text too, since every page shows the settings. Changes expire pages at once; this covers one that was missed.
export const revalidate = 300;

/** The layout of the public pages. They are static, so nothing here may depend on the viewer (see VisibleTo). */
export default async function ShopLayout({ children }: { children: ReactNode }) {
  const [facts, banners] = await Promise.all([factsForPage(), bannersForPage()]);
  return (
    <ShopFrame logoutAction={logout} facts={facts} banners={banners} islands={<CartDrawer />}>
      {children}
    </ShopFrame>
  );
}
