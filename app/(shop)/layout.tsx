import type { ReactNode } from "react";
import { ShopFrame } from "@/app/shop-frame";

// In seconds, for pages of text too, since every page shows the settings. Changes expire pages at once; this covers one that was missed.
export const revalidate = 300;

/** The layout of the public pages. They are static, so nothing here may depend on the viewer (see VisibleTo). */
export default function ShopLayout({ children }: { children: ReactNode }) {
  return <ShopFrame>{children}</ShopFrame>;
}
