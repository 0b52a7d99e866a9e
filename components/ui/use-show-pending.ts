import { useEffect, useState } from "react";

/** True once `pending` has been true for so many milliseconds. Actions that finish sooner do not flash a spinner. */
export function useShowPending(pending: boolean, delay = 300): boolean {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setIsShown(true), delay);
    return () => {
      clearTimeout(timer);
      setIsShown(false);
    };
  }, [pending]);
  return pending && isShown;
}
