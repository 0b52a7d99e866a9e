import type { ReactNode } from "react";
import { ShopFrame } from "@/app/shop-frame";

// In seconds, for every public page. Changes expire pages at once, by NOTIFY; this covers a notification that was lost.
export const revalidate = 300;

/** The layout of the public pages. They are static, so nothing here may depend on the viewer (see VisibleTo). */
export default function ShopLayout({ children }: { children: ReactNode }) {
  return <ShopFrame>{children}</ShopFrame>;
}
