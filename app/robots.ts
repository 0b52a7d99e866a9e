import type { MetadataRoute } from "next";
import { absolute } from "@/lib/catalogue/json-ld";

/** Public pages are open to search engines; what belongs to one person is not. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/admin", "/api", "/cart", "/orders", "/account"] },
    sitemap: absolute("/sitemap.xml"),
  };
}
