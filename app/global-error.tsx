"use client";

import { useEffect } from "react";
import { applyStoredTheme } from "@/components/layout/theme";
import { UnexpectedError, useRetry } from "@/components/layout/unexpected-error";

/** For an error in a layout. It replaces the whole document, whose style sheets stay, so it sets language and theme itself. */
export default function GlobalError({ error, reset }: { error: Error; reset: () => void }) {
  useEffect(applyStoredTheme, []);
  return (
    <html lang="en-IN">
      <body>
        <main>
          <UnexpectedError reset={useRetry(error, reset)} />
        </main>
      </body>
    </html>
  );
}
