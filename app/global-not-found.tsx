import type { Metadata } from "next";
import { ShopFrame } from "@/app/shop-frame";
import { HtmlDocument } from "@/components/layout/html-document";
import { PageNotFound } from "@/components/layout/page-not-found";
import { shop } from "@/lib/shop";
import "./fonts";
import "./public.css";

export const metadata: Metadata = { title: `Page not found · ${shop.name}`, robots: { index: false } };

/** For URLs that match no route. Next.js renders it without the root layout, so it brings its own document. */
export default function GlobalNotFound() {
  return (
    <HtmlDocument>
      <ShopFrame>
        <PageNotFound />
      </ShopFrame>
    </HtmlDocument>
  );
}
