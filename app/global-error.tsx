"use client";

import { useEffect } from "react";
import { applyStoredTheme } from "@/components/layout/theme";
import { UnexpectedError } from "@/components/layout/unexpected-error";
import "./fonts";
import "./globals.css";

/** When the root layout itself failed: replaces the whole document, so it brings language, styles and theme along. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  useEffect(applyStoredTheme, []);
  return (
    <html lang="en-IN">
      <body>
        <main>
          <UnexpectedError retry={reset} />
        </main>
      </body>
    </html>
  );
}
