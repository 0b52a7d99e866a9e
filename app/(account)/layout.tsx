import type { Metadata } from "next";
import type { ReactNode } from "react";
import { CartDrawer } from "@/app/cart-drawer";
import { SyncViewerHint } from "@/components/account/sync-viewer-hint";
import { ShopFrame } from "@/components/layout/shop-frame";
import { currentViewer } from "@/lib/cart/request";
import { bannersForPage, factsForPage } from "@/lib/settings/queries";
import { logout } from "./actions";

/** The pages of one person are rendered for each request and excluded from search engines. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default async function PrivateLayout({ children }: { children: ReactNode }) {
  const [viewer, facts, banners] = await Promise.all([currentViewer(), factsForPage(), bannersForPage()]);
  return (
    <ShopFrame
      logoutAction={logout}
      viewer={viewer}
      facts={facts}
      banners={banners}
      islands={
        <>
          {viewer && <SyncViewerHint viewer={viewer} />}
          <CartDrawer />
        </>
      }
    >
      {children}
    </ShopFrame>
  );
}
