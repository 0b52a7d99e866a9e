import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { firstPaintScript } from "@/components/layout/first-paint";
import { InlineScript } from "@/components/layout/inline-script";
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
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <InlineScript code={firstPaintScript} />
      </head>
      <body>
        {children}
        <ToastRegion />
      </body>
    </html>
  );
}
