"use client";

import { firstPaintScript, headerPaintScript } from "./first-paint";

/** On the server alone, so that the texts are in the HTML and neither in the browser's code nor in the data for React. */
const codes = typeof window === "undefined" ? { firstPaint: firstPaintScript, headerPaint: headerPaintScript } : null;

/**
 * A script that runs while the HTML is parsed. In the browser it renders as an empty text, because React does not run scripts that it
 * creates and warns about them (Next.js guide "Preventing flash before hydration"). The Content-Security-Policy allows it by hash.
 */
export function InlineScript({ name }: { name: "firstPaint" | "headerPaint" }) {
  return (
    <script
      type={codes ? "text/javascript" : "text/plain"}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: codes?.[name] ?? "" }}
    />
  );
}
