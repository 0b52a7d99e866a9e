"use client";

import { useEffect } from "react";

/** Loads the page anew unless the browser did: another page's policy, which its document has, need not let forms lead to another site. */
export function OwnDocument() {
  useEffect(() => {
    const [loaded] = performance.getEntriesByType("navigation");
    if (loaded && new URL(loaded.name).pathname !== location.pathname) location.replace(location.href);
  }, []);
  return null;
}
