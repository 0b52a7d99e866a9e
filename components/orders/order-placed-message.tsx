"use client";

import { type ReactNode, useEffect, useState } from "react";

/**
 * What an address with `placed` says, once: the address then becomes that of the list, and what was said stays until the page is
 * left, however often the list is refreshed.
 */
export function OrderPlacedMessage({ when, children }: { when: boolean; children: ReactNode }) {
  const [said, setSaid] = useState(when);
  if (when && !said) setSaid(true);

  useEffect(() => {
    if (!when) return;
    // After the router has written its own entry; it follows then.
    const later = setTimeout(() => history.replaceState(null, "", "/orders"));
    return () => clearTimeout(later);
  }, [when]);

  return said ? children : null;
}
