import type { MetadataRoute } from "next";
import { absolute } from "@/lib/catalogue/json-ld";

/** Search engines may read public pages, and not the pages of one person. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/admin", "/api", "/cart", "/orders", "/account"] },
    sitemap: absolute("/sitemap.xml"),
  };
}
