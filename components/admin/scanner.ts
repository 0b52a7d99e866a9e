import { type KeyboardEvent, useRef } from "react";

/**
 * A scanner types when its keys are fewer milliseconds apart than this, on average. Scanners send one each 1 to 20 ms; the quickest people
 * need more than 50, also for one key twice.
 */
export const SCANNER_MS = 30;
/** Keys whose speed tells. Two are too few: fingers may come down together. */
const KEYS = 4;
/** Characters that are among them: a scanner sends no more than two keys after its code. */
const CHARACTERS = 2;

/**
 * Returns a function that takes each key and says whether a scanner typed it. It uses the events' own times, so slow handling does not
 * matter.
 */
export function useScanner() {
  const last = useRef<{ isCharacter: boolean; at: number }[]>([]);
  return ({ key, timeStamp }: Pick<KeyboardEvent, "key" | "timeStamp">): boolean => {
    last.current = [...last.current, { isCharacter: key.length === 1, at: timeStamp }].slice(-KEYS);
    const [first] = last.current;
    return (
      first !== undefined &&
      last.current.filter(({ isCharacter }) => isCharacter).length >= CHARACTERS &&
      timeStamp - first.at < SCANNER_MS * (last.current.length - 1)
    );
  };
}
