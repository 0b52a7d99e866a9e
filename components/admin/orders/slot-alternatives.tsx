import { slotText } from "@/lib/delivery/texts";
import type { ErrorExtra } from "@/lib/errors";

/** The next windows with a place, when one is full. */
export function SlotAlternatives({ alternatives = [] }: Pick<ErrorExtra, "alternatives">) {
  if (alternatives.length === 0) return null;
  return <p className="mt-1 num">Next with a place: {alternatives.map(slotText).join("; ")}</p>;
}
