"use client";

import { useEffect, useRef, useState } from "react";
import { Icon } from "@/components/ui/icon";
import { looksLikePhone } from "@/lib/orders/constants";

/** Milliseconds after the last key before a number counts as typed. */
const IDLE_MS = 800;

/** What a courier needs of a phone field, and a warning in its place when that does not stand there. It refuses nothing. */
export function usePhoneHint() {
  const [isDoubtful, setIsDoubtful] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function check(text = "") {
    clearTimeout(timer.current);
    setIsDoubtful(text.trim() !== "" && !looksLikePhone(text));
  }

  function onType(text: string) {
    clearTimeout(timer.current);
    // What became a number is one at once; what is none yet may become one.
    if (looksLikePhone(text)) check(text);
    else timer.current = setTimeout(() => check(text), IDLE_MS);
  }

  // As high as the longer of the two, so that nothing moves under a click when the one replaces the other.
  const hint = (
    <span className="block min-h-[2.8em]" aria-live="polite">
      {isDoubtful ? (
        <span className="text-warning font-medium">
          <Icon name="triangle-alert" className="inline size-4 mr-1.5 -mt-0.5" />
          This does not look like a phone number. A courier needs 10 digits, or the country code before them.
        </span>
      ) : (
        "A courier may call: please give 10 digits, or the country code before them."
      )}
    </span>
  );
  return { hint, check, onType };
}
