import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { HtmlDocument } from "@/components/layout/html-document";
import { ToastRegion } from "@/components/ui/toast-region";
import { env } from "@/lib/env";
import { shop } from "@/lib/shop";
import "./fonts";
import "./globals.css";

export const metadata: Metadata = {
  metadataBase: new URL(env.APP_URL),
  title: { default: `${shop.name}: Indian sweets since ${shop.since}`, template: `%s · ${shop.name}` },
  description: shop.tagline,
  applicationName: shop.name,
  formatDetection: { telephone: false, address: false, email: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbf6e9" },
    { media: "(prefers-color-scheme: dark)", color: "#1a0d0d" },
  ],
};

/** Language, fonts, theme and toasts: what every page shares. Headers and footers belong to the groups' own layouts. */
export default function RootLayout({ children }: { children: ReactNode }) {
  // Toasts stand here and not in the document, which global-not-found.tsx shares: every page would load that page's code for them.
  return (
    <HtmlDocument>
      {children}
      <ToastRegion />
    </HtmlDocument>
  );
}
