"use client";

/**
 * A script that runs while the HTML is parsed. In the browser it renders as plain text, because React does not run scripts that it
 * creates and warns about them (Next.js guide "Preventing flash before hydration"). The Content-Security-Policy allows it by hash.
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
