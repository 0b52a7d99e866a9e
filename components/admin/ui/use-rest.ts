import { useEffect, useState } from "react";

/** How long buttons rest after a press, in milliseconds, so that an impatient finger changes nothing more. */
const REST_MS = 1000;

export function useRest() {
  const [isResting, setIsResting] = useState(false);
  useEffect(() => {
    if (!isResting) return;
    const timer = setTimeout(setIsResting, REST_MS, false);
    return () => clearTimeout(timer);
  }, [isResting]);
  return [isResting, () => setIsResting(true)] as const;
}
