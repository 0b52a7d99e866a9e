import type { Metadata } from "next";
import { logout } from "@/app/(account)/actions";
import { CartDrawer } from "@/app/cart-drawer";
import { HtmlDocument } from "@/components/layout/html-document";
import { PageNotFound } from "@/components/layout/page-not-found";
import { ShopFrame } from "@/components/layout/shop-frame";
import { bannersForPage, factsForPage } from "@/lib/settings/queries";
import { shop } from "@/lib/shop";
import "./fonts";
import "./globals.css";

export const metadata: Metadata = { title: `Page not found · ${shop.name}`, robots: { index: false } };

/** For URLs that match no route. Next.js renders it without the root layout, so it brings its own document. */
export default async function GlobalNotFound() {
  const [facts, banners] = await Promise.all([factsForPage(), bannersForPage()]);
  return (
    <HtmlDocument>
      <ShopFrame logoutAction={logout} facts={facts} banners={banners} islands={<CartDrawer />}>
        <PageNotFound />
      </ShopFrame>
    </HtmlDocument>
  );
}
