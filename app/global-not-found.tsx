import type { Metadata } from "next";
import { logout } from "@/app/(account)/actions";
import { changeGift, changeLine, clearCart } from "@/app/(account)/cart/actions";
import { CartDrawerIsland } from "@/components/cart/cart-drawer-island";
import { HtmlDocument } from "@/components/layout/html-document";
import { PageNotFound } from "@/components/layout/page-not-found";
import { ShopFrame } from "@/components/layout/shop-frame";
import { shop } from "@/lib/shop";
import "./fonts";
import "./globals.css";

export const metadata: Metadata = { title: `Page not found · ${shop.name}`, robots: { index: false } };

/** Every address that no route knows. Next.js answers it without the root layout, so that other pages need not carry it. */
export default function GlobalNotFound() {
  return (
    <HtmlDocument>
      <ShopFrame logoutAction={logout} islands={<CartDrawerIsland actions={{ changeLine, changeGift, clearCart }} />}>
        <PageNotFound />
      </ShopFrame>
    </HtmlDocument>
  );
}
