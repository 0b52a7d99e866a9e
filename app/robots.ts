import type { MetadataRoute } from "next";
import { absolute } from "@/lib/catalogue/json-ld";

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/admin", "/api", "/cart", "/orders", "/account"] },
    sitemap: absolute("/sitemap.xml"),
  };
}
