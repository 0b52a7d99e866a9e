import type { ReactNode } from "react";
import { firstPaintScript } from "./first-paint";
import { InlineScript } from "./inline-script";

/** The document of every page, with the script that sets theme and viewer before the first paint. */
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
