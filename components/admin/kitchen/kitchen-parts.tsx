"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { readStored, store } from "@/components/ui/storage";

export const kitchenParts = { make: "Make", pack: "Pack", waste: "Thrown away" } as const;
type Part = keyof typeof kitchenParts;

/** Where the device remembers which part was looked at last. */
const STORED = "kitchen-part";

type KitchenPartsProps = {
  /** The parts that this day has, with how much is left to do in each. */
  parts: readonly (readonly [part: Part, left?: number])[];
  /** What stands above all of them. */
  top: ReactNode;
  children: ReactNode;
};

/** The kitchen in parts, which say by `data-of` where they belong: one at a time on a phone, all of them where there is room. */
export function KitchenParts({ parts, top, children }: KitchenPartsProps) {
  const [wanted, setWanted] = useState<Part>("make");
  const start = useRef<HTMLDivElement>(null);
  const shown = parts.some(([part]) => part === wanted) ? wanted : "make";
  useEffect(() => {
    const stored = readStored(STORED);
    if (stored && stored in kitchenParts) setWanted(stored as Part);
  }, []);

  function jump(part: Part) {
    setWanted(part);
    store(STORED, part);
    start.current?.scrollIntoView?.();
  }

  return (
    <div className="kitchen" data-part={shown}>
      {top}
      <div ref={start} />
      <div role="group" aria-label="Part of the kitchen" className="kitchen-parts seg">
        {parts.map(([part, left]) => (
          <button key={part} type="button" aria-pressed={part === shown} onClick={() => jump(part)}>
            <span>
              {kitchenParts[part]}
              {left !== undefined && left > 0 && <span aria-hidden="true" className="num">{` ${left}`}</span>}
            </span>
          </button>
        ))}
      </div>
      {children}
    </div>
  );
}
