import type { Metadata } from "next";
import { shop } from "@/lib/shop";

type PageMetadata = {
  /** Without the shop's name; the root layout's template adds it. */
  title: string;
  description: string;
  /** The canonical path, from "/". */
  path: string;
  /** A picture for previews, absolute or from "/"; the shop's own when absent. */
  image?: { url: string; width: number; height: number; alt: string };
};

const defaultImage = { url: "/og.jpg", width: 1200, height: 630, alt: `${shop.name}: eight kaju katli in a star` };

/** Title, description, canonical URL and link preview. Next.js resolves paths against the root layout's `metadataBase`. */
export function pageMetadata({ title, description, path, image = defaultImage }: PageMetadata): Metadata {
  return {
    title,
    description,
    alternates: { canonical: path },
    openGraph: {
      type: "website",
      siteName: shop.name,
      locale: "en_IN",
      title: `${title} · ${shop.name}`,
      description,
      url: path,
      images: [image],
    },
    twitter: { card: "summary_large_image", title: `${title} · ${shop.name}`, description, images: [image] },
  };
}

/** Structured data for search engines. `<` is escaped, so that no text can end the script element. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  const text = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
