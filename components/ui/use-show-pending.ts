"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { useEffect, useState } from "react";

/** Milliseconds. Actions that finish sooner do not flash a spinner. */
const DELAY_MS = 300;

/** True once `pending` has been true for longer than `DELAY_MS`. */
export function useShowPending(pending: boolean): boolean {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setIsShown(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setIsShown(false);
    };
  }, [pending]);
  return isShown;
}
