"use client";

import { type ReactNode, useEffect, useState } from "react";

/**
 * Shows its children after an order was placed, that is on a page with `?placed`. The query is then removed from the address, so
 * that a reload does not show them again; a refresh of the list does not hide them.
 */
export function OrderPlacedMessage({ placed, children }: { placed: boolean; children: ReactNode }) {
  const [isShown, setIsShown] = useState(placed);
  if (placed && !isShown) setIsShown(true);

  useEffect(() => {
    if (!placed) return;
    // In a timer, because the router writes its own history entry first.
    const timer = setTimeout(() => history.replaceState(null, "", "/orders"));
    return () => clearTimeout(timer);
  }, [placed]);

  return isShown ? children : null;
}
