"use client";

import { DayOptions } from "@/components/stock/day-options";
import { chooseDay } from "@/components/stock/day-store";
import { useDaysOf, useShownDay } from "@/components/stock/stock-store";
import { useNamedDay } from "./use-named-day";

/**
 * The day for which the shopper buys, once the live stock has said which days there are. Lists and product pages keep its
 * place. `sweet`: the id of a sweet; days on which nothing is left of it say so.
 */
export function DayChoice({ sweet }: { sweet?: number }) {
  const chosen = useNamedDay();
  const { today, days } = useShownDay();
  const left = useDaysOf(sweet);
  return (
    <div data-for="visitor customer">
      {days.length > 0 && (
        <select aria-label="Day" className="input" value={chosen} onChange={({ target }) => chooseDay(target.value)}>
          <DayOptions chosen={chosen} today={today} days={days} left={left} />
        </select>
      )}
    </div>
  );
}
