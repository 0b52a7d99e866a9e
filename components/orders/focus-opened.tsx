"use client";

import { useEffect } from "react";

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
