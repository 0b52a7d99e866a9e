import type { ReactNode } from "react";
import { RegisterServiceWorker } from "./register-service-worker";
import { SiteFooter } from "./site-footer";
import { SiteHeader, type SiteHeaderProps } from "./site-header";
import { SkipLink } from "./skip-link";
import { ViewerSync } from "./viewer-sync";

type ShopFrameProps = Omit<SiteHeaderProps, "wide"> & {
  children: ReactNode;
  /** Client components beside the page, such as the cart drawer. */
  islands?: ReactNode;
};

/** The layout of the storefront. Pages bring their own container, usually the class `shop`. */
export function ShopFrame({ children, islands, ...header }: ShopFrameProps) {
  return (
    <div className="min-h-dvh flex flex-col">
      <SkipLink />
      <SiteHeader {...header} />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SiteFooter />
      <ViewerSync />
      <RegisterServiceWorker />
      {islands}
    </div>
  );
}
