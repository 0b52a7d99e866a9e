"use client";

import { type MouseEvent, type ReactNode, useLayoutEffect, useSyncExternalStore } from "react";
import { chooseDay, readDay, subscribeDay } from "@/components/stock/day-store";
import { OnlyDays } from "@/components/stock/stock-store";
import { buttonClass } from "@/components/ui/button";
import { dayText } from "@/lib/dates";
import { useNamedDay } from "./use-named-day";

/**
 * The days of a festival that can be ordered for, as links that name them; a click chooses one in place, and the first is chosen for who
 * comes with another day. `children`, its sweets, are sold for these days alone.
 */
export function FestivalDays({ days, children }: { days: readonly string[]; children: ReactNode }) {
  useNamedDay();
  const [first = ""] = days;
  const chosen = useSyncExternalStore(subscribeDay, readDay, () => first);
  useLayoutEffect(() => {
    if (!days.includes(readDay())) chooseDay(first);
  }, [first]);
  function onClick(event: MouseEvent, day: string) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    chooseDay(day);
  }
  return (
    <OnlyDays value={days}>
      <nav aria-label="For which day?" className="flex flex-wrap items-center gap-2 mb-6 for-shoppers">
        <span className="font-semibold mr-1">For which day?</span>
        {days.map((day) => (
          <a
            key={day}
            href={`?day=${day}`}
            aria-current={day === chosen || undefined}
            onClick={(event) => onClick(event, day)}
            className={buttonClass({ kind: day === chosen ? "primary" : "outline" })}
            // Without JavaScript the page is for the first day.
            data-for={day === first ? undefined : "visitor customer"}
          >
            {dayText(day)}
          </a>
        ))}
        {days.length > 1 && <span data-for="neutral">Another day can be chosen in the cart.</span>}
        {/* Another tab may have chosen another day since, and this one may be over. */}
        {!days.includes(chosen) && <b role="status">Please choose a day.</b>}
      </nav>
      <div className={days.includes(chosen) ? undefined : "[&_form]:hidden"}>{children}</div>
    </OnlyDays>
  );
}
