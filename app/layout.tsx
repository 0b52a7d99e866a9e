import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { HtmlDocument } from "@/components/layout/html-document";
import { ToastRegion } from "@/components/ui/toast-region";
import { env } from "@/lib/env";
import { shop } from "@/lib/shop";
import "./fonts";
import "./public.css";

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

/** What every page shares: document, fonts, theme and toasts. Headers and footers are in the layouts of the groups. */
export default function RootLayout({ children }: { children: ReactNode }) {
  // Toasts are not part of HtmlDocument: global-not-found.tsx uses that too, and every page would then load its code.
  return (
    <HtmlDocument>
      {children}
      <ToastRegion />
    </HtmlDocument>
  );
}
