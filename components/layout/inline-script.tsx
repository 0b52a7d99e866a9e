"use client";

/**
 * A script that runs while the HTML is parsed. In the browser it renders as plain text, because React neither runs nor
 * likes scripts that it creates itself (Next.js guide "Preventing flash before hydration"). A CSP allows it by hash.
 */
export function InlineScript({ code }: { code: string }) {
  return (
    <script
      type={typeof window === "undefined" ? "text/javascript" : "text/plain"}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}
