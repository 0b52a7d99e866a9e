"use client";

import { useEffect } from "react";
import { applyStoredTheme } from "@/components/layout/theme";
import { UnexpectedError } from "@/components/layout/unexpected-error";
import "./fonts";
import "./public.css";

/** For an error in the root layout. It replaces the whole document, so it sets language, styles and theme itself. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  useEffect(applyStoredTheme, []);
  return (
    <html lang="en-IN">
      <body>
        <main>
          <UnexpectedError reset={reset} />
        </main>
      </body>
    </html>
  );
}
