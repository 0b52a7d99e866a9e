import type { ReactNode } from "react";
import { shopNow } from "@/lib/clock";
import type { Banners, ShopFacts } from "@/lib/settings/facts";
import { copyright } from "@/lib/shop";
import { InlineScript } from "./inline-script";
import { RegisterServiceWorker } from "./register-service-worker";
import { ShopBanners } from "./shop-banners";
import { SiteFooter } from "./site-footer";
import { SiteHeader, type SiteHeaderProps } from "./site-header";
import { SoftLinks } from "./soft-links";
import { ViewerSync } from "./viewer-sync";

type PageFrameProps = SiteHeaderProps & {
  children: ReactNode;
  banners: Banners;
  /** For the storefront's footer. The admin area has none. */
  facts?: ShopFacts;
  /** Client components beside the page, such as the cart drawer. */
  islands?: ReactNode;
};

/**
 * Header and footer around every page. Those of the storefront bring their own container, usually the class `shop`; those of the admin
 * area (`wide`) are up to 90rem wide and denser.
 */
export function PageFrame({ children, banners, facts, islands, ...header }: PageFrameProps) {
  const container = header.wide ? "dense flex-1 w-full max-w-[90rem] mx-auto px-5 lg:px-10 pb-16" : "flex-1";
  return (
    <div className="min-h-dvh flex flex-col">
      {/* The first element that Tab reaches; visible while it has the focus. */}
      <a href="#main" className="skip-link btn btn-primary">
        Skip to content
      </a>
      <ShopBanners {...banners} />
      <SiteHeader {...header} />
      <InlineScript name="headerPaint" />
      <main id="main" tabIndex={-1} className={`${container} outline-none`}>
        {children}
      </main>
      {facts && <SiteFooter {...facts} copyright={copyright(shopNow())} />}
      <ViewerSync />
      <SoftLinks />
      {facts && <RegisterServiceWorker />}
      {islands}
    </div>
  );
}
