import type { ReactNode } from "react";
import { InlineScript } from "./inline-script";

/** The document of every page, with the script that sets theme and viewer before the first paint. */
export function HtmlDocument({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <InlineScript name="firstPaint" />
      </head>
      <body>{children}</body>
    </html>
  );
}
