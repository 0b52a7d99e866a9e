import type { ReactNode } from "react";
import { logout } from "@/app/(account)/actions";
import { ShopFrame } from "@/components/layout/shop-frame";

/** The policy pages: static, with the storefront's header and footer. */
export default function PoliciesLayout({ children }: { children: ReactNode }) {
  return <ShopFrame logoutAction={logout}>{children}</ShopFrame>;
}
