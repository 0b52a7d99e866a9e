"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { useEffect, useState } from "react";

/** What is done sooner than this need not say that it is under way. In milliseconds. */
const SLOW_MS = 300;

/** True once something has been pending for longer than a moment. */
export function useShowPending(pending: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [pending]);
  return slow;
}
