"use client";

import { useEffect, useState } from "react";
import { Notice } from "@/components/ui/notice";

/**
 * Moves the focus to the card of this id when its link was followed, since the row with the link, which had the focus, is gone. Whoever has
 * moved on meanwhile, as before the scripts of a loaded page run, keeps the focus.
 */
export function FocusOpened({ id }: { id: string }) {
  useEffect(() => {
    // The page is scrolled to the card already, or by Back to where it was.
    if (location.hash === `#${id}` && document.activeElement === document.body)
      document.getElementById(id)?.focus({ preventScroll: true });
  }, [id]);
  return null;
}

/** Loads the page anew unless the browser did: another page's policy, which its document has, need not let forms lead to another site. */
export function OwnDocument() {
  useEffect(() => {
    const [loaded] = performance.getEntriesByType("navigation");
    if (loaded && new URL(loaded.name).pathname !== location.pathname) location.replace(location.href);
  }, []);
  return null;
}

type OrderPlacedMessageProps = {
  placed: boolean;
  /** Whether the order had been placed before, and the same form was sent again with other details. */
  again?: boolean;
  /** The page's address without `?placed`. */
  path: string;
};

/**
 * The thanks after an order was placed, that is on a page with `?placed`. That is then removed from the address, so that a reload
 * does not show them again; a refresh of the list does not hide them.
 */
export function OrderPlacedMessage({ placed, again = false, path }: OrderPlacedMessageProps) {
  const [isShown, setIsShown] = useState(placed);
  if (placed && !isShown) setIsShown(true);

  useEffect(() => {
    if (!placed) return;
    // In a timer, because the router writes its own history entry first.
    const timer = setTimeout(() => history.replaceState(null, "", path));
    return () => clearTimeout(timer);
  }, [placed, path]);

  if (!isShown) return null;
  return again ? (
    <Notice
      tone="info"
      className="my-4"
      title="This order was already placed, with the details you sent first. Nothing was ordered twice."
    />
  ) : (
    <p className="flex items-center gap-2.5 font-semibold text-accent-text mb-3">
      <i className="bullet bg-accent" aria-hidden="true" />
      Thank you for your order!
    </p>
  );
}
