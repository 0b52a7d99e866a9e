"use client";

/**
 * A script that runs while the HTML is parsed. In the browser it renders as plain text, because React neither runs nor
 * likes scripts that it creates itself (Next.js guide "Preventing flash before hydration").
 */
export function InlineScript({ code, nonce }: { code: string; nonce?: string }) {
  return (
    <script
      type={typeof window === "undefined" ? "text/javascript" : "text/plain"}
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}
