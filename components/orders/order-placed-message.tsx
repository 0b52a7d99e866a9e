"use client";

import { type ReactNode, useEffect, useState } from "react";

type OrderPlacedMessageProps = {
  placed: boolean;
  /** The page's address without its query. */
  path?: string;
  children: ReactNode;
};

/**
 * Shows its children after an order was placed, that is on a page with `?placed`. The query is then removed from the address, so
 * that a reload does not show them again; a refresh of the list does not hide them.
 */
export function OrderPlacedMessage({ placed, path = "/orders", children }: OrderPlacedMessageProps) {
  const [isShown, setIsShown] = useState(placed);
  if (placed && !isShown) setIsShown(true);

  useEffect(() => {
    if (!placed) return;
    // In a timer, because the router writes its own history entry first.
    const timer = setTimeout(() => history.replaceState(null, "", path));
    return () => clearTimeout(timer);
  }, [placed, path]);

  return isShown ? children : null;
}
