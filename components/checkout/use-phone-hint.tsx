"use client";

import { useEffect, useRef, useState } from "react";
import { Icon } from "@/components/ui/icon";
import { looksLikePhone } from "@/lib/telephone";

/** Milliseconds after the last key before a phone number counts as complete. */
const IDLE_MS = 800;

/** A hint for a phone field, replaced by a warning when the text does not look like a phone number. Nothing is refused. */
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
    // A valid number clears the warning at once. An invalid one may just be incomplete, so its warning waits.
    if (looksLikePhone(text)) check(text);
    else timer.current = setTimeout(() => check(text), IDLE_MS);
  }

  // The height of the longer text, so that nothing below moves when the texts change.
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
