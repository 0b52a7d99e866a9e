import type { ReactNode } from "react";
import { InlineScript } from "./inline-script";

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
