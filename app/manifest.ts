import type { MetadataRoute } from "next";
import { shop } from "@/lib/shop";

export default function manifest(): MetadataRoute.Manifest {
  return {
    id: "/",
    name: `${shop.name}: Indian sweets since ${shop.since}`,
    short_name: shop.name,
    description: shop.tagline,
    start_url: "/home",
    scope: "/",
    display: "standalone",
    lang: "en-IN",
    background_color: "#fbf6e9",
    theme_color: "#6e1423",
    categories: ["shopping", "food"],
    icons: [
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
      { src: "/mark.svg", sizes: "any", type: "image/svg+xml" },
    ],
  };
}
