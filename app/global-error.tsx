"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { useEffect } from "react";
import { errorPage } from "@/components/layout/error-page";
import { applyStoredTheme } from "@/components/layout/theme";

const UnexpectedError = errorPage(() =>
  import("@/components/layout/unexpected-error").then((code) => code.UnexpectedError),
);

/** For an error in a layout. It replaces the whole document, whose style sheets stay, so it sets language and theme itself. */
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
