import type { ReactNode } from "react";
import type { Banners, ShopFacts } from "@/lib/settings/facts";
import { RegisterServiceWorker } from "./register-service-worker";
import { ShopBanners } from "./shop-banners";
import { SiteFooter } from "./site-footer";
import { SiteHeader, type SiteHeaderProps } from "./site-header";
import { SkipLink } from "./skip-link";
import { ViewerSync } from "./viewer-sync";

type ShopFrameProps = Omit<SiteHeaderProps, "wide"> & {
  children: ReactNode;
  facts: ShopFacts;
  banners: Banners;
  /** Client components beside the page, such as the cart drawer. */
  islands?: ReactNode;
};

/** The layout of the storefront. Pages bring their own container, usually the class `shop`. */
export function ShopFrame({ children, facts, banners, islands, ...header }: ShopFrameProps) {
  return (
    <div className="min-h-dvh flex flex-col">
      <SkipLink />
      <ShopBanners {...banners} />
      <SiteHeader {...header} />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SiteFooter facts={facts} />
      <ViewerSync />
      <RegisterServiceWorker />
      {islands}
    </div>
  );
}
