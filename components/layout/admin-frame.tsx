import type { ReactNode } from "react";
import type { Banners } from "@/lib/settings/facts";
import { ShopBanners } from "./shop-banners";
import { SiteHeader, type SiteHeaderProps } from "./site-header";
import { SkipLink } from "./skip-link";
import { ViewerSync } from "./viewer-sync";

type AdminFrameProps = Omit<SiteHeaderProps, "wide"> & { children: ReactNode; banners: Banners };

/** The layout of the admin area: up to 90rem wide, denser, and without a footer. */
export function AdminFrame({ children, banners, ...header }: AdminFrameProps) {
  return (
    <div className="min-h-dvh flex flex-col">
      <SkipLink />
      <ShopBanners {...banners} />
      <SiteHeader {...header} wide />
      <main
        id="main"
        tabIndex={-1}
        className="dense flex-1 w-full max-w-[90rem] mx-auto px-5 lg:px-10 pb-16 outline-none"
      >
        {children}
      </main>
      <ViewerSync />
    </div>
  );
}
