import type { Metadata } from "next";
import type { ReactNode } from "react";
import { MadeForCaller } from "@/app/made-for-caller";
import { ShopFrame } from "@/app/shop-frame";
import { SyncViewerHint } from "@/components/account/sync-viewer-hint";
import { currentViewer } from "@/lib/cart/request";
import "../private.css";

/** The pages of one person are rendered for each request and excluded from search engines. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default async function PrivateLayout({ children }: { children: ReactNode }) {
  const viewer = await currentViewer();
  return (
    <>
      <ShopFrame viewer={viewer}>
        <MadeForCaller>{children}</MadeForCaller>
      </ShopFrame>
      {viewer && <SyncViewerHint viewer={viewer} />}
    </>
  );
}
