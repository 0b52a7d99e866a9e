import type { ReactNode } from "react";
import { ToastRegion } from "@/components/ui/toast-region";
import { firstPaintScript } from "./first-paint";
import { InlineScript } from "./inline-script";

/** The document around every page: language, the theme before the first paint, and the place for toasts. */
export function HtmlDocument({ children }: { children: ReactNode }) {
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
