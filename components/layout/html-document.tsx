import type { ReactNode } from "react";
import { firstPaintScript } from "./first-paint";
import { InlineScript } from "./inline-script";

/** The document around every page: language, and the theme before the first paint. */
export function HtmlDocument({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <InlineScript code={firstPaintScript} />
      </head>
      <body>{children}</body>
    </html>
  );
}
