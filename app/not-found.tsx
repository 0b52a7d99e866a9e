import type { Metadata } from "next";
import Link from "next/link";
import { logout } from "@/app/(account)/actions";
import { LogMissingPath } from "@/components/layout/log-missing-path";
import { ShopFrame } from "@/components/layout/shop-frame";
import { MissingStar } from "@/components/ui/star-art";

export const metadata: Metadata = { title: "Page not found", robots: { index: false } };

/** Every unknown address: the saffron piece is missing. */
export default function NotFound() {
  return (
    <ShopFrame logoutAction={logout}>
      <div className="shop grid place-items-center text-center py-16 lg:py-24">
        <MissingStar className="w-60 lg:w-80" />
        <p className="num text-muted text-lg mt-8">404</p>
        <h1 className="text-d2 mt-1">Oops! Page not found</h1>
        <p className="text-muted text-lg mt-3 max-w-md">
          Someone has already eaten this one. There is plenty left in the shop.
        </p>
        <Link className="btn btn-lg btn-primary mt-8" href="/home">
          Return to Home
        </Link>
      </div>
      <LogMissingPath />
    </ShopFrame>
  );
}
